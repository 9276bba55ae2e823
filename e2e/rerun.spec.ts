import { expect, test } from './fixtures';
import { axeViolations } from './pages/axe';
import { unique } from './pages/pipelines';

test('a re-run from the failure previews and reuses what completed', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  service.answer('/prompts', { body: { count: 3 } });
  service.answer('/releases', { status: 503 });
  await pipelines.import({
    name: unique('Release'),
    steps: [
      { id: 'load', name: 'Load', action: 'http_request', params: { url: `${service.url}/prompts` } },
      {
        id: 'announce',
        name: 'Announce',
        action: 'http_request',
        params: {
          url: `${service.url}/releases`,
          method: 'POST',
          body: { count: '{{steps.load.output.response_body.count}}' },
          expect_status: '2xx',
        },
      },
      { id: 'note', name: 'Note', action: 'log', params: { message: 'x' }, depends_on: ['announce'] },
    ],
  });
  await editor.run();
  await run.isNow('Failed');
  const failed = await run.number();
  const before = service.requests.length;

  const panel = await test.step('the panel paints the canvas and lists side effects', async () => {
    await run.lookAtAll();
    await page.keyboard.press('Shift+R');
    const opened = page.getByRole('region', { name: `Re-run #${failed}` });
    await expect(opened.getByRole('radio', { name: 'From the first failure' })).toBeChecked();
    await run.stepIs('Load', 'reused');
    await run.stepIs('Announce', 'executes');
    await run.stepIs('Note', 'executes');
    const effects = opened.getByRole('region', { name: 'Side effects' });
    await expect(effects).toContainText(/1 POST to (localhost|127\.0\.0\.1)/);
    await expect(effects).toContainText(`Also done in #${failed}.`);
    expect(await axeViolations(page)).toEqual([]);
    expect(service.requests.length, 'a preview opens no connection').toBe(before);
    return opened;
  });

  await test.step('the re-run executes what the preview showed', async () => {
    service.answer('/releases', { body: { ok: true } });
    await panel.getByRole('button', { name: 'Re-run 2 steps' }).click();
    await expect(panel).toBeHidden();
    await run.isNow('Completed');
    await run.stepIs('Load', 'reused');
    await run.stepIs('Announce', 'completed');
    expect(service.requests.slice(before).map(({ path }) => path)).toEqual(['/releases']);
    await run.look('Load');
    await expect(run.inspector).toContainText(`Reused from run #${failed}.`);
  });

  await test.step('the failed run names the run that fixed it', async () => {
    await run.lookAtAll();
    await run.summary.getByRole('link', { name: `run #${failed}` }).click();
    await run.isNow('Failed');
    await expect(run.summary.getByRole('link', { name: `run #${failed + 1}` })).toBeVisible();
    const family = run.summary.getByRole('region', { name: 'Re-runs' });
    await expect(family.getByRole('listitem')).toHaveCount(2);
  });
});
