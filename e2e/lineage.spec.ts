import { expect, test } from './fixtures';
import { faintTexts, namelessControls } from './pages/access';
import { axeViolations } from './pages/axe';
import { unique } from './pages/pipelines';
import { inEachTheme } from './pages/themes';

test('a person follows a value to where it comes from, and compares a failed step with the run in which it worked', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}, info) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  service.answer(
    '/orders/today',
    { body: { count: 7, note: 'a note that is long enough for a tree to be shown here, not one line' } },
    { status: 503, body: {} },
  );
  const panel = page.getByRole('region', { name: /^Lineage of/ });
  const from = panel.getByRole('region', { name: 'Sources' });
  const usedBy = panel.getByRole('region', { name: 'Used by' });
  const pictures = (name: string) =>
    inEachTheme(page, (theme) => page.screenshot({ path: info.outputPath(`${name}-${theme}.png`) }));
  const isFine = async () => {
    expect(await namelessControls(page)).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  };
  await pipelines.import({
    name: unique('Lineage'),
    params: { day: { type: 'string', default: 'today' } },
    steps: [
      {
        id: 'fetch',
        name: 'Fetch',
        action: 'http_request',
        params: { url: `${service.url}/orders/{{params.day}}`, expect_status: '2xx' },
      },
      {
        id: 'say',
        name: 'Say',
        action: 'log',
        params: { message: '{{steps.fetch.output.response_body.count}} orders' },
      },
      {
        id: 'keep',
        name: 'Keep',
        action: 'set_output',
        params: { key: 'said', value: '{{steps.say.output.message}}' },
      },
      { id: 'other', name: 'Other', action: 'log', params: { message: 'x' } },
    ],
  });

  await test.step('while editing: the field of a parameter', async () => {
    await editor.inspect('Keep');
    await editor.inspector.getByRole('button', { name: 'Lineage of Value', exact: true }).click();
    await expect(from.getByRole('listitem')).toHaveCount(4);
    await expect(from).toContainText('fetch.output.response_body.count');
    await expect(from).toContainText('returned by HTTP request');
    await expect(usedBy).toContainText('outputs.said');
    await expect(run.card('Fetch')).toHaveAccessibleName(/lineage: source/);
    await expect(run.card('Other')).not.toHaveAccessibleName(/lineage/);
    await isFine();
    await pictures('editor');
    await from.getByRole('button', { name: 'fetch.output.response_body.count' }).click();
    await expect(editor.inspector.getByRole('heading', { name: 'Fetch' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(run.card('Fetch')).not.toHaveAccessibleName(/lineage/);
  });

  await test.step('in a run: a line of an output, by keyboard, with values', async () => {
    await editor.run();
    await run.isNow('Completed');
    await run.look('Say');
    await run
      .part('Inputs')
      .getByRole('button', { name: /^Lineage of message/ })
      .click();
    await expect(from).toContainText('"7 orders"');
    await isFine();
    await pictures('run');
    await page.keyboard.press('Escape');
    await run.look('Fetch');
    await run
      .part('Inputs')
      .getByRole('button', { name: /^Lineage of url/ })
      .click();
    await expect(from).toContainText('params.day"today"run parameter #');
    await expect(from).toContainText('started by a person');
    await page.keyboard.press('Escape');
    const tree = run.part('Output').getByRole('tree');
    await tree.focus();
    await page.keyboard.press('w');
    await expect(panel).toBeVisible();
    await expect(panel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tree).toBeFocused();
  });

  await test.step('a step that fails is compared with the run in which it worked', async () => {
    await run.banner.getByRole('button', { name: /^Exit/ }).click();
    await editor.run();
    await run.isNow('Failed');
    await run.look('Fetch');
    const since = run.part('Changes since last success');
    await expect(since).toContainText('The definition of the step is the same.');
    await expect(since.getByRole('row', { name: /^Result/ })).toContainText('http_status');
    await expect(since).toContainText('The same: url');
    await since.scrollIntoViewIfNeeded();
    await isFine();
    await pictures('since');
  });
});
