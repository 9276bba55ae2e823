import { expect, test } from './fixtures';
import { faintTexts, namelessControls } from './pages/access';
import { unique } from './pages/pipelines';

test('an author takes values of the last run and of a test event into fields', async ({
  pipelines,
  editor,
  run,
  triggers,
  service,
  page,
}) => {
  service.answer('/orders', { body: { items: [{ 'first name': 'Ada', total: 12 }] } });
  await pipelines.import({
    name: unique('Data at hand'),
    params: { ref: { type: 'string', default: 'main' } },
    steps: [
      { id: 'get', name: 'Get', action: 'http_request', params: { url: `${service.url}/orders` } },
      { id: 'say', name: 'Say', action: 'log', params: { message: 'Hello ' }, depends_on: ['get'] },
    ],
  });
  await editor.isSaved();

  await test.step('a run gives its values to the data of earlier steps', async () => {
    await editor.run();
    await run.isNow('Completed');
    await run.exit();
    await editor.card('Say').click();
    // Types that were seen in the run appear before its values, and name the run too.
    await editor.inspector.getByText('run #1', { exact: true }).click();
    await expect(editor.inspector.getByRole('tree').getByText('"Ada"')).toBeVisible();
  });

  await test.step('a value is dragged into a field, and taken back by one undo', async () => {
    const line = editor.inspector.getByRole('treeitem').filter({ hasText: '"Ada"' });
    await line.dragTo(editor.field('Message'));
    await expect(editor.field('Message')).toContainText('first name');
    await expect(editor.inspector.getByText(/^(Preview|In run #1): .*Ada/)).toBeVisible();
    await editor.canvas.press('ControlOrMeta+z');
    await expect(editor.inspector.getByRole('radio', { name: 'Value' }).first()).toBeChecked();
  });

  await test.step('completion opens at braces, shows values, and leaves the help readable', async () => {
    await editor.field('Message').click();
    await page.keyboard.press('End');
    await page.keyboard.type('{{');
    const list = page.getByRole('listbox', { name: 'Completions' });
    await expect(list).toBeVisible();
    await expect(list.getByRole('option', { name: /get\.status_code/ })).toContainText('200');
    const help = editor.inspector.locator('[data-field="params.message"] p').last();
    await expect(async () => {
      const [popup, text] = [await list.boundingBox(), await help.boundingBox()];
      if (popup === null || text === null) throw new Error('The list or the help is not drawn.');
      expect(popup.y + popup.height <= text.y || popup.y >= text.y + text.height).toBe(true);
    }).toPass();
    await page.keyboard.type('status_code');
    await page.keyboard.press('Enter');
    await expect(editor.inspector.getByText('Preview: Hello 200')).toBeVisible();
  });

  await test.step('a webhook listens for a test event, which previews its params', async () => {
    await triggers.open();
    await triggers.begin('Webhook', 'Pushes');
    await triggers.add();
    const address = await triggers.address('Pushes');
    await triggers.item('Pushes').getByRole('button', { name: 'Listen for a test event' }).click();
    await expect(triggers.item('Pushes').getByText('Listening for a test event.')).toBeVisible();
    const response = await fetch(address, {
      method: 'POST',
      body: JSON.stringify({ branch: 'release' }),
      headers: { 'content-type': 'application/json', 'x-api-key': 'hidden-from-everyone' },
    });
    expect(await response.json()).toEqual({ sample: true });
    await expect(triggers.item('Pushes').getByRole('tree').getByText('"release"')).toBeVisible();
    await expect(page.getByText('hidden-from-everyone')).toBeHidden();
    await page.getByRole('button', { name: 'Edit Pushes' }).click();
    await triggers.dialog.getByRole('radio', { name: 'Custom values' }).check();
    await triggers.dialog.getByRole('radio', { name: 'Value', exact: true }).check();
    await triggers.dialog.getByRole('textbox', { name: 'ref' }).fill('');
    await triggers.dialog.getByRole('textbox', { name: 'ref' }).click();
    await page.keyboard.type('{{trigger.body.');
    await page.getByRole('option', { name: /^branch/ }).click();
    await expect(triggers.dialog.getByText('Preview: release')).toBeVisible();
  });

  await test.step('everything has a name and stands out, in both themes', async () => {
    expect(await namelessControls(page)).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);
  });
});
