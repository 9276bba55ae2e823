import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

test('an author edits, runs, names a version, compares it and restores an old one', async ({
  page,
  pipelines,
  editor,
  run,
}) => {
  await pipelines.import({
    name: unique('History'),
    steps: [
      { id: 'a', name: 'Alpha', action: 'log', params: { message: 'a' } },
      { id: 'b', name: 'Beta', action: 'log', params: { message: 'b' }, depends_on: ['a'] },
    ],
  });
  const history = page.getByRole('tabpanel', { name: 'History' });
  const rows = history.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  const preview = page.getByRole('region', { name: 'Version', exact: true });

  await test.step('an edit is a draft, and its run a version', async () => {
    await editor.inspect('Alpha');
    await editor.title('Alpha, first edit');
    await editor.isSavedAsDraft();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(rows).toHaveCount(1);
    await expect(history.getByRole('button', { name: /^Draft/ })).toContainText('Differs from v1');
    await editor.run();
    await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('v2');
    await run.escape();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Run · 1 step changed');
    await expect(rows.first().getByRole('button', { name: /^Run 1, / })).toBeVisible();
  });

  await test.step('Ctrl+S saves with a name', async () => {
    await editor.inspect('Beta');
    await editor.title('Beta, second edit');
    await editor.isSavedAsDraft();
    await page.keyboard.press('Control+s');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Before the release');
    await page.keyboard.press('Enter');
    await expect(editor.saved).toHaveText('Saved · v3');
    await expect(rows.first()).toContainText('Before the release');
    await expect(rows.first()).toContainText('Saved · 1 step changed');
  });

  await test.step('an old version is compared with the draft, as cards and as text', async () => {
    await rows.last().getByRole('button').first().click();
    await expect(preview).toContainText('Restoring changes: 2 steps changed');
    await expect(page.getByRole('group', { name: /Alpha.*changed: name/ })).toContainText('Changed');
    await editor.card('Alpha').click();
    const details = page.getByRole('region', { name: 'Version details' });
    await expect(details).toContainText('v1, read-only');
    await expect(details.getByRole('heading', { name: 'Alpha', exact: true })).toBeVisible();
    await expect(editor.inspector).toBeHidden();
    await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
    await editor.openDock('JSON');
    await expect(editor.json).toHaveAttribute('aria-readonly', 'true');
    await preview.getByText('Text', { exact: true }).click();
    const text = page.getByRole('region', { name: 'Difference as text' });
    await expect(text).toContainText('Removed:       "name": "Alpha, first edit"');
    await expect(text).toContainText('Added:       "name": "Alpha"');
  });

  await test.step('restoring it is one edit, which undo takes back', async () => {
    await preview.getByRole('button', { name: 'Restore' }).click();
    await expect(preview).toBeHidden();
    await expect(editor.card('Alpha')).toBeVisible();
    await expect(editor.json).not.toHaveAttribute('aria-readonly');
    await editor.isSavedAsDraft();
    await editor.undo();
    await expect(editor.card('Alpha, first edit')).toBeVisible();
    await expect(editor.saved).toHaveText('Saved · v3');
  });
});
