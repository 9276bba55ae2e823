import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

test('a run is shared: by a link to a value, and as a file that is opened read-only', async ({
  pipelines,
  editor,
  run,
  page,
}, info) => {
  const name = unique('Shared');
  await pipelines.import({
    name,
    steps: [
      {
        id: 'sum',
        name: 'Sum',
        action: 'transform',
        params: {
          operation: 'map',
          input: [{ region: 'north' }, { region: 'south' }],
          function:
            '(item) => ({ ...item, note: "a note that is long enough to be shown as a tree in the inspector" })',
        },
      },
      { id: 'say', name: 'Say', action: 'log', params: { message: 'Done' }, depends_on: ['sum'] },
    ],
  });
  await editor.run();
  await run.isNow('Completed');
  const path = `/runs/${run.id()}`;

  await test.step('a link opens the step at a part of its output', async () => {
    await page.goto(`${path}?step=sum&path=%2Fresult%2F1%2Fregion`);
    const line = run.part('Output').getByRole('treeitem', { selected: true });
    await expect(line).toContainText('south');
  });

  await test.step('a link to what is gone says so', async () => {
    await page.goto(`${path}?step=sum&attempt=4&path=%2Fresult%2F9`);
    await expect(run.inspector.getByText('Attempt 4 is not in this run. Attempt 1 is shown.')).toBeVisible();
    await expect(run.inspector.getByText('Output of sum has no /result/9.')).toBeVisible();
  });

  const file = info.outputPath('run.json');
  await test.step('the run is downloaded as one file', async () => {
    const downloading = page.waitForEvent('download');
    await run.banner.getByRole('link', { name: 'Download run' }).click();
    await (await downloading).saveAs(file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'pipewright-run' });
  });

  await test.step('another file is refused with the reason', async () => {
    await page.goto('/runs');
    await page.getByRole('link', { name: 'Open run file' }).click();
    const other = info.outputPath('other.json');
    await writeFile(other, '{"steps": []}');
    await page.locator('input[type="file"]').setInputFiles(other);
    await expect(page.getByRole('alert').filter({ hasText: 'The file is not a run file.' })).toBeVisible();
  });

  await test.step('the file shows the run without commands and without the server', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.locator('input[type="file"]').setInputFiles(file);
    await run.isNow('Completed');
    await run.stepIs('Sum', 'completed');
    await run.look('Sum');
    await expect(run.part('Output')).toContainText('north');
    await expect(run.banner).toContainText('From a file, exported');
    await expect(run.banner.getByRole('button', { name: 'Re-run' })).toHaveCount(0);
    expect(asked.filter((each) => each.includes('/runs/run_'))).toEqual([]);
  });

  await test.step('it can only run as a new pipeline', async () => {
    await page.getByRole('button', { name: 'New pipeline from this run' }).click();
    await expect(page).toHaveURL(/\/pipelines\/[^/]+$/);
    await expect(run.card('Sum')).toBeVisible();
  });
});
