import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { startProduct } from './servers/product';

const hello = (name: string) => ({
  name,
  steps: [{ id: 'hello', name: 'Hello', action: 'log', params: { message: 'Hello' } }],
});

test('in a new installation the pages say what to do, and the first pipeline is one click away', async ({
  pipelines,
  editor,
  run,
  page,
}) => {
  const fresh = await startProduct();
  try {
    await page.goto(`${fresh.url}/runs`);
    await expect(page.getByText('No runs yet')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pipelines' }).click();
    await expect(page.getByRole('heading', { name: 'Create your first pipeline' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Getting started' })).toContainText('Run a starter, to do');
    await page.getByRole('button', { name: 'Empty canvas' }).click();
    await pipelines.arriveInEditor();
    await expect(page.getByRole('heading', { name: /^Add a step, paste JSON or choose/ })).toBeVisible();
    await editor.drop('Log', { x: 200, y: 80 });
    await editor.type('Message', 'Hello');
    await editor.run();
    await run.isNow('Completed');
  } finally {
    await page.goto('about:blank');
    await fresh.close();
  }
});

for (const starter of [
  'Check the cluster',
  'Watch a service',
  'Process orders',
  'Fan out and merge',
  'Wait for a service',
]) {
  test(`the starter “${starter}” becomes a pipeline without problems`, async ({ pipelines, editor }) => {
    const steps = await pipelines.createFrom(starter);
    await expect(editor.cards).toHaveCount(steps);
    await editor.hasNoProblems();
    await expect(editor.saved).toHaveText('Saved · v1');
  });
}

/** Holds the scripts of the next page, as a slow connection does. @returns lets them through */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

test('the starters do not move while the scripts of the page load', async ({ pipelines, page }) => {
  await pipelines.import(hello(unique('Still')));
  const gallery = page.getByRole('region', { name: 'Starters' });
  const card = gallery.getByRole('button', { name: /^Wait for a service/ });
  for (const isHidden of [false, true]) {
    const letThrough = await holdScripts(page);
    await page.goto('/pipelines', { waitUntil: 'commit' });
    await expect(card).toBeVisible();
    // Until its font has arrived, a text may take more lines.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await card.boundingBox();
    letThrough();
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(pipelines.filter).toBeFocused({ timeout: 500 });
    }, 'the page works').toPass();
    await expect(gallery.getByText('Getting started')).toHaveCount(isHidden ? 0 : 1);
    expect(await card.boundingBox()).toEqual(before);
    await page.unrouteAll();
    if (!isHidden) await gallery.getByRole('button', { name: 'Hide' }).click();
  }
});

test('a click before the scripts of the page have loaded is not lost', async ({ pipelines, page }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/pipelines', { waitUntil: 'commit' });
  const starter = page.getByRole('button', { name: /^Fan out and merge/ });
  await starter.click();
  letThrough();
  await pipelines.arriveInEditor();
});

test('a text typed before the scripts of the page have loaded filters the list', async ({
  pipelines,
  page,
}) => {
  const names = [unique('Typed early'), unique('Other')] as const;
  for (const name of names) await pipelines.import(hello(name));
  const letThrough = await holdScripts(page);
  await page.goto('/pipelines', { waitUntil: 'commit' });
  await pipelines.filter.pressSequentially(names[0]);
  await page.keyboard.press('ArrowLeft');
  letThrough();
  await expect(pipelines.rows).toHaveCount(1);
  await expect(pipelines.link(names[0])).toBeVisible();
  // The cursor stays where it was.
  await page.keyboard.press('Delete');
  await expect(pipelines.filter).toHaveValue(names[0].slice(0, -1));
});

// Style sheets of equal weight may come in another order in the built product than in development.
test('the filter is beside the buttons of the page, in one line', async ({ pipelines, page }) => {
  await pipelines.import(hello(unique('Line')));
  await pipelines.open();
  const [filter, button] = await Promise.all([
    pipelines.filter.boundingBox(),
    page.getByRole('button', { name: 'Import JSON' }).boundingBox(),
  ]);
  expect(filter?.width).toBeLessThan(240);
  expect(Math.abs((filter?.y ?? 0) - (button?.y ?? 0))).toBeLessThan(8);
});

test('a pipeline is renamed, duplicated, found, and deleted after a confirmation', async ({
  pipelines,
  editor,
}) => {
  const name = unique('First name');
  const renamed = unique('Second name');
  const copy = `${renamed} (copy)`;
  await pipelines.import(hello(name));
  await pipelines.open();

  await pipelines.rename(name, renamed);
  await expect(pipelines.link(renamed)).toBeVisible();
  await expect(pipelines.link(name)).toHaveCount(0);

  await pipelines.choose(renamed, 'Duplicate');
  await expect(pipelines.link(copy)).toBeVisible();
  await pipelines.openPipeline(copy);
  await expect(editor.card('Hello')).toBeVisible();
  await pipelines.open();

  await pipelines.filter.fill(renamed);
  await expect(pipelines.rows).toHaveCount(2);
  await pipelines.filter.fill('no pipeline is called this');
  await expect(pipelines.page.getByText(/^No pipelines match/)).toBeVisible();
  await pipelines.page.getByRole('button', { name: /^Show all/ }).click();

  await pipelines.choose(copy, 'Delete…');
  const question = pipelines.page.getByRole('alertdialog', { name: `Delete “${copy}”?` });
  await expect(question).toContainText('The pipeline has no runs.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(pipelines.link(copy)).toBeVisible();

  await pipelines.choose(copy, 'Delete…');
  await question.getByRole('button', { name: 'Delete pipeline' }).click();
  await expect(question).toBeHidden();
  await expect(pipelines.link(copy)).toHaveCount(0);
  await expect(pipelines.link(renamed)).toBeVisible();
});

test('pipelines are put into folders, tagged and pinned, and a link opens the filtered list', async ({
  pipelines,
  page,
}) => {
  const [first, second] = [unique('Alpha'), unique('Beta')];
  const [folder, tag] = [unique('Folder'), unique('tag')];
  for (const name of [first, second]) {
    await pipelines.import(hello(name));
    await pipelines.open();
    await pipelines.organise(name, { folder, tags: [tag] });
  }
  await pipelines.choose(first, 'Pin to top');
  await expect(pipelines.row(first)).toContainText('Pinned');

  await pipelines
    .row(second)
    .getByRole('button', { name: `Show folder ${folder}` })
    .click();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Sort: Name' });
  await expect(pipelines.rows).toHaveCount(2);
  await expect(pipelines.rows.first()).toContainText(first);
  await expect(page).toHaveURL(/[?]folder=Folder[^&]*&sort=name$/);
  await page.reload();
  await expect(pipelines.rows).toHaveCount(2);
  // The first answer for the next choice, read before the change below, arrives after it.
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const isNext = (url: URL) => url.pathname.startsWith('/api/') && url.searchParams.get('status') === 'never';
  await page.route(
    isNext,
    async (route) => {
      const response = await route.fetch();
      await arrival;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByRole('radio', { name: /^Never run/ }).check();
  await expect(page).toHaveURL(/status=never&folder=Folder[^&]*&sort=name$/);
  await expect(pipelines.rows).toHaveCount(2);
  await pipelines.choose(first, 'Unpin');
  await expect(pipelines.row(first)).not.toContainText('Pinned');
  arrive();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the list of runs is filtered by pipeline and status, and links to the failed step', async ({
  pipelines,
  editor,
  run,
  runs,
  page,
}) => {
  const good = unique('Good');
  const bad = unique('Bad');
  await pipelines.import(hello(good));
  await editor.run();
  await run.isNow('Completed');
  await pipelines.import({
    name: bad,
    steps: [{ id: 'stop', name: 'Stop', action: 'fail', params: { message: 'On purpose' } }],
  });
  await editor.run();
  await run.isNow('Failed');

  await runs.open();
  await expect(runs.rowsOf(good)).toHaveCount(1);
  await expect(runs.rowsOf(bad)).toContainText('On purpose');

  await runs.chooseStatus('Failed');
  await expect(runs.rowsOf(good)).toHaveCount(0);
  await expect(runs.rowsOf(bad)).toHaveCount(1);

  await runs.choosePipeline(good);
  await expect(page.getByText('No matching runs')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No matching runs')).toBeVisible();
  await page.getByRole('button', { name: 'Show all runs' }).click();

  await runs.rowsOf(bad).click();
  await run.isNow('Failed');
  await expect(run.inspector.getByRole('heading', { name: 'Stop' })).toBeVisible();
  await expect(run.inspector).toContainText('On purpose');
});
