import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { axeViolations } from './pages/axe';
import { unique } from './pages/pipelines';
import { inEachTheme } from './pages/themes';

/** `Fetch` reaches a service; `Many` decides between two branches. */
const orders = (name: string, url: string) => ({
  name,
  params: { city: { type: 'string', default: 'Oslo' } },
  steps: [
    { id: 'fetch', name: 'Fetch', action: 'http_request', params: { url: `${url}/orders` } },
    {
      id: 'many',
      name: 'Many',
      action: 'conditional',
      params: {
        condition: 'steps.fetch.output.response_body.count > 5',
        on_true: ['double'],
        on_false: ['quiet'],
      },
    },
    {
      id: 'double',
      name: 'Double',
      action: 'transform',
      params: {
        input: '{{steps.fetch.output.response_body.items}}',
        operation: 'map',
        function: '(item) => ({ name: item, size: 2 })',
      },
    },
    { id: 'quiet', name: 'Quiet', action: 'log', params: { message: 'Few.' } },
  ],
  outputs: { doubled: '{{default(steps.double.output.result, [])}}' },
});

test('a run is saved as a test, which finds a broken pipeline and says what differs', async ({
  service,
  pipelines,
  editor,
  run,
  tests,
  page,
}, info) => {
  const pictures = (name: string) =>
    inEachTheme(page, (theme) => page.screenshot({ path: info.outputPath(`${name}-${theme}.png`) }));
  const name = unique('Tested');
  service.answer('/orders', { body: { count: 7, items: ['north', 'south'] } });
  await pipelines.import(orders(name, service.url));
  await editor.run();
  await run.isNow('Completed');
  expect(service.requests).toHaveLength(1);

  await test.step('the run is saved as a test under a name', async () => {
    await run.banner.getByRole('button', { name: 'Save as test…' }).click();
    await tests.keep.getByRole('textbox', { name: 'Name' }).fill('Many orders');
    await tests.keep.getByRole('button', { name: 'Save as test' }).click();
    await expect(tests.keep).toContainText('1 fixture');
    await tests.keep.getByRole('link', { name: 'Open test' }).click();
    await expect(tests.opened('Many orders')).toBeVisible();
  });

  await test.step('it passes without a request', async () => {
    await tests.runAll();
    await expect(tests.row(/^Many orders: Passed/)).toBeVisible();
    await expect(editor.spoken).toHaveText('Many orders passed.');
    expect(service.requests).toHaveLength(1);
  });

  await test.step('coverage shows what no test takes', async () => {
    await tests.cover('Tests');
    await expect(tests.coverage).toHaveText('2 of 3 edges and 1 of 2 branches taken by 1 test');
    await expect(editor.wire(/^from Many to Double.* taken by 1 of 1 test$/)).toBeVisible();
    await expect(editor.wire(/^from Many to Quiet.* taken by 0 of 1 test$/)).toBeVisible();
    await expect(editor.card('Quiet')).toHaveAccessibleName(/executed by 0 of 1 test$/);
  });

  await test.step('a broken pipeline fails the test, which says what differs and leads to the step', async () => {
    const broken = orders(name, service.url);
    await editor.openDock('JSON');
    await editor.writeJsonText(JSON.stringify(broken, null, 2).replace('size: 2', 'size: 3'));
    await tests.tab.click();
    await tests.runAll();
    await expect(tests.row(/^Many orders: Failed, 1 difference/)).toBeVisible();
    await expect(editor.spoken).toHaveText('1 test ran: 0 passed, 1 failed: Many orders.');
    const opened = tests.opened('Many orders');
    await opened.getByRole('radio', { name: 'Result' }).check();
    const differences = opened.getByRole('list', { name: 'Differences of outputs.doubled' });
    await expect(differences.getByRole('listitem')).toHaveText([/\[0\]\.size23/, /\[1\]\.size23/]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await axeViolations(page)).toEqual([]);
    await pictures('failed');
  });

  await test.step('a test that expects the end of a step leads to it', async () => {
    await editor.openDock('JSON');
    await editor.writeJsonText(JSON.stringify(orders(name, service.url), null, 2).replace('> 5', '> 10'));
    await tests.tab.click();
    await tests.runAll();
    const opened = tests.opened('Many orders');
    await expect(opened).toContainText('double should be completed, but it was skipped');
    await opened.getByRole('button', { name: 'Show double' }).click();
    await expect(editor.titleField).toHaveValue('Double');
  });

  await test.step('edits of the test survive a reload, and invalid values say where', async () => {
    await tests.opened('Many orders').getByRole('radio', { name: 'Form' }).check();
    await tests.field('Run parameters').fill('{"city": }');
    await page.reload();
    await tests.tab.click();
    await tests.row(/^Many orders/).click();
    await tests.opened('Many orders').getByRole('radio', { name: 'Form' }).check();
    await expect(tests.field('Run parameters')).toHaveValue('{"city": }');
    await tests.opened('Many orders').getByRole('button', { name: 'Save test' }).click();
    await expect(tests.opened('Many orders')).toContainText('Line 1, column 10');
    await tests.field('Run parameters').fill('{"city": "Oslo"}');
    await tests.opened('Many orders').getByRole('button', { name: 'Save test' }).click();
    await expect(editor.spoken).toHaveText('Saved the test Many orders.');
  });

  await test.step('the repaired pipeline passes without a request', async () => {
    await editor.openDock('JSON');
    await editor.writeJson(orders(name, service.url));
    await tests.tab.click();
    await tests.runAll();
    await expect(tests.row(/^Many orders: Passed/)).toBeVisible();
    expect(service.requests).toHaveLength(1);
  });

  await test.step('coverage of runs counts them, in both themes and in forced colours', async () => {
    await tests.cover('Last 100 runs');
    await expect(tests.coverage).toHaveText('2 of 3 edges and 1 of 2 branches taken by 1 run');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await axeViolations(page)).toEqual([]);
    await pictures('coverage');
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await page.screenshot({ path: info.outputPath('coverage-forced.png') });
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('another run updates the test from the page of the run', async () => {
    await editor.run();
    await run.isNow('Completed');
    const path = `/runs/${run.id()}`;
    await page.goto(path);
    await run.banner.getByRole('button', { name: 'Save as test…' }).click();
    await tests.keep.getByRole('textbox', { name: 'Name' }).fill('Many orders');
    await tests.keep.getByRole('button', { name: 'Save as test' }).click();
    await expect(tests.keep).toContainText('A test named Many orders already exists.');
    await tests.keep.getByRole('combobox', { name: 'Save as' }).selectOption({ label: 'Update Many orders' });
    expect(await axeViolations(page)).toEqual([]);
    await pictures('keep');
    await tests.keep.getByRole('button', { name: 'Update test' }).click();
    await tests.keep.getByRole('link', { name: 'Open test' }).click();
    await expect(tests.opened('Many orders')).toBeVisible();
  });

  await test.step('the tests are exported for the command line', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More for all tests' }).click();
    await page.getByRole('menuitem', { name: /^Export file/ }).click();
    const file = info.outputPath('order.tests.json');
    await (await downloading).saveAs(file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ tests: [{ name: 'Many orders' }] });
  });
});
