import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import { faintTexts, namelessControls } from './pages/access';
import { unique } from './pages/pipelines';

test('a schedule and a signed webhook start a pipeline, and a person sees each delivery', async ({
  pipelines,
  editor,
  run,
  secrets,
  triggers,
  page,
}) => {
  const secret = `hook_${randomUUID().slice(0, 8)}`;
  const value = `signs-${randomUUID()}`;
  await secrets.add({ name: secret, value });
  await pipelines.import({
    name: unique('Triggered'),
    params: { from: { type: 'string', default: 'nobody' } },
    outputs: { from: '{{params.from}}' },
    steps: [{ id: 'say', name: 'Say', action: 'log', params: { message: '{{params.from}}' } }],
  });
  await editor.isSaved();
  await triggers.open();

  await test.step('a schedule every two seconds', async () => {
    await triggers.begin('Schedule', 'Ticks');
    await triggers.dialog.getByRole('radio', { name: 'Interval' }).check();
    await triggers.dialog.getByRole('textbox', { name: 'Every' }).fill('none');
    await triggers.dialog.getByRole('button', { name: 'Add trigger' }).click();
    await expect(triggers.dialog.getByRole('alert')).toHaveText('Enter a whole number of at least 1.');
    await triggers.dialog.getByRole('textbox', { name: 'Every' }).fill('2');
    await triggers.dialog.getByRole('combobox', { name: 'Interval unit' }).selectOption('second');
    await expect(triggers.dialog.getByRole('row')).toHaveCount(6);
    await triggers.add();
    await expect(triggers.item('Ticks')).toContainText('Every 2 seconds');
  });

  await test.step('it fires, and its run says what started it', async () => {
    const [fired] = [triggers.history('Ticks').first()];
    await expect(fired).toContainText('Started');
    await expect(triggers.item('Ticks')).toContainText(/completed/);
    await triggers.switch('Ticks').click();
    await expect(triggers.switch('Ticks')).not.toBeChecked();
    await expect(triggers.item('Ticks')).toContainText('disabled');
    await fired.getByRole('link', { name: /^Run #|#/ }).click();
    await run.isNow('Completed');
    await expect(run.summary).toContainText('Schedule');
    await run.summary.getByRole('link', { name: 'Ticks' }).click();
    await expect(triggers.history('Ticks').first()).toBeVisible();
  });

  await test.step('a webhook that must be signed', async () => {
    await triggers.begin('Webhook', 'Pushes');
    await triggers.dialog.getByRole('checkbox', { name: /Require a signature/ }).click();
    await triggers.dialog.getByRole('combobox', { name: 'Signing secret' }).selectOption(secret);
    await triggers.dialog.getByRole('radio', { name: 'With outputs' }).check();
    await triggers.add();
  });

  await test.step('a right call gets the outputs, a wrong one is refused, and both are on record', async () => {
    const address = await triggers.address('Pushes');
    const call = (key: string) => {
      const body = JSON.stringify({ from: 'outside' });
      const signature = createHmac('sha256', key).update(body).digest('hex');
      return fetch(address, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      });
    };
    const right = await call(value);
    expect(right.status).toBe(200);
    expect(await right.text()).toContain('outside');
    expect((await call('something else')).status).toBe(401);
    const history = triggers.history('Pushes');
    await expect(history).toHaveCount(2);
    await expect(history.first()).toContainText('Rejected');
    await expect(history.first()).toContainText(/signature/i);
    await expect(history.last()).toContainText('Started');
    await page.getByRole('radio', { name: 'Rejected' }).check();
    await expect(history).toHaveCount(1);
  });

  await test.step('everything has a name and stands out, in both themes', async () => {
    expect(await namelessControls(page)).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);
  });
});
