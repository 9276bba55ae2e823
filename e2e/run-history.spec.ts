import { expect, test } from './fixtures';
import { axeViolations } from './pages/axe';
import { unique } from './pages/pipelines';

test('the history of a pipeline shows what failed, and a search finds it', async ({
  pipelines,
  editor,
  run,
  runs,
  history,
  service,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = unique('Prompts');
  const word = name.split(' ')[1] ?? '';
  service.answer('/prompts', { body: { count: 3, region: word } });
  service.answer('/releases', { body: { ok: true } });
  const address = await pipelines.import({
    name,
    params: { region: { type: 'string', default: word } },
    steps: [
      { id: 'load', name: 'Load', action: 'http_request', params: { url: `${service.url}/prompts` } },
      {
        id: 'announce',
        name: 'Announce',
        action: 'http_request',
        params: { url: `${service.url}/releases`, expect_status: '2xx' },
        depends_on: ['load'],
      },
      { id: 'note', name: 'Note', action: 'log', params: { message: 'One' }, depends_on: ['announce'] },
    ],
  });

  await test.step('a completed run, a failed one and its re-run, then a failed one of the next version', async () => {
    await editor.runWithParams();
    await run.isNow('Completed');
    service.answer('/releases', { status: 503 });
    await run.exit();
    await editor.runWithParams();
    await run.isNow('Failed');
    service.answer('/releases', { body: { ok: true } });
    const panel = await run.rerun();
    await panel.getByRole('button', { name: 'Re-run 2 steps' }).click();
    await expect(panel).toBeHidden();
    await run.isNow('Completed');
    await run.exit();
    await editor.inspect('Note');
    await editor.type('Message', 'Two');
    await editor.isSavedAsDraft();
    service.answer('/releases', { status: 502 });
    await editor.runWithParams();
    await run.isNow('Failed');
  });

  await test.step('the grid has a line for each run, and a mark for each step', async () => {
    await history.open(address);
    await expect(history.lines).toHaveCount(4);
    await expect(history.steps).toHaveText(['load', 'announce', 'note']);
    await expect(history.line(4)).toContainText('v2');
    await expect(history.mark(4, 'announce')).toHaveAccessibleName(/^announce: Failed, .*502/);
    await expect(history.mark(4, 'note')).toHaveAccessibleName(/^note: Skipped/);
    await expect(history.line(3).getByRole('img', { name: 'Re-run of #2' })).toBeVisible();
    await expect(history.mark(3, 'load')).toHaveAccessibleName(/^load: Reused/);
    await expect(history.line(2).getByRole('img', { name: 'Fixed by #3' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('failures are grouped, and versions are compared', async () => {
    const failures = page.getByRole('region', { name: 'Failures' });
    await expect(failures.getByRole('listitem')).toHaveCount(1);
    await expect(failures.getByRole('listitem')).toContainText('<n>');
    await expect(failures.getByRole('link', { name: '#4' })).toBeVisible();
    const versions = page.getByRole('region', { name: 'Versions' }).getByRole('row');
    await expect(versions.filter({ hasText: 'v1' })).toContainText('67 %');
    await expect(versions.filter({ hasText: 'v2' })).toContainText('0 %');
    await versions.filter({ hasText: 'v2' }).getByRole('link', { name: 'Compare definitions' }).click();
    await expect(page.getByRole('region', { name: 'Version', exact: true })).toContainText('v2');
    await history.open(address);
  });

  await test.step('arrow keys move in the grid, and Enter opens the run at the step', async () => {
    await history.grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(history.mark(2, 'announce').locator('..')).toHaveAttribute('data-active', 'true');
    await page.keyboard.press('Enter');
    await run.isNow('Failed');
    await expect(run.inspector.getByRole('heading', { level: 2, name: 'Announce' })).toBeVisible();
    await expect(run.inspector).toContainText('503');
  });

  await test.step('runs are found by fields and by words', async () => {
    await runs.open();
    await runs.search(`param.region:${word} status:failed`);
    await expect(runs.rowsOf(name)).toHaveCount(2);
    await runs.search(`output.load.response_body.region:${word} version:2`);
    await expect(runs.rowsOf(name)).toHaveCount(1);
    await expect(runs.rowsOf(name)).toContainText('#4');
    await expect(runs.searchBox).toBeFocused();
    await runs.search(`output.load.response_body.region:${word} version:1 error:503`);
    await expect(runs.rowsOf(name)).toHaveCount(1);
    await expect(runs.rowsOf(name)).toContainText('#2');
    await runs.search(word);
    await expect(runs.rowsOf(name)).toHaveCount(4);
    await page.reload();
    await expect(runs.rowsOf(name)).toHaveCount(4);
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('a wrong search says what to write, and keeps the list', async () => {
    await runs.search(`stats:failed ${word}`);
    await expect(runs.searchProblem).toHaveText(
      /^stats:failed There is no filter stats\. Did you mean status\?/,
    );
    await expect(runs.rowsOf(name)).toHaveCount(4);
    expect(await axeViolations(page)).toEqual([]);
    await runs.search(`status:failed ${word}`);
    await expect(runs.rowsOf(name)).toHaveCount(2);
  });

  await test.step('a search is saved, shown again, renamed and deleted', async () => {
    await runs.chooseSaved('Save this search…');
    await expect(page.getByRole('dialog', { name: 'Save search' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await runs.nameSearch(`Failed ${word}`);
    await runs.search('');
    await runs.chooseSaved(new RegExp(`^Failed ${word}`));
    await expect(runs.searchBox).toHaveValue(`status:failed ${word}`);
    await expect(runs.rowsOf(name)).toHaveCount(2);
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await expect(page.getByRole('menuitem', { name: `Rename “Failed ${word}”…` })).toBeVisible();
    await page.keyboard.press('Escape');
    await runs.chooseSaved(`Rename “Failed ${word}”…`);
    await runs.nameSearch(`Broken ${word}`);
    await expect(page.getByRole('button', { name: 'Saved searches' })).toBeFocused();
    await runs.chooseSaved(`Delete “Broken ${word}”…`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete search' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    // A menu that opens before the focus is back closes when it comes.
    await expect(page.getByRole('button', { name: 'Saved searches' })).toBeFocused();
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await expect(page.getByRole('menuitem', { name: 'Save this search…' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: `Broken ${word}` })).toHaveCount(0);
  });
});
