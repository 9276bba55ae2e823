import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

const CARDS = '[data-canvas] [data-step]';

test('cards, their statuses, the dots and the zoom are in the page before its scripts, at the same places', async ({
  pipelines,
  editor,
  run,
  page,
  browser,
  baseURL,
}) => {
  const name = unique('Early');
  await pipelines.import({
    name,
    steps: [
      { id: 'first', action: 'log', params: { message: 'Hello' } },
      { id: 'second', action: 'log', params: { message: '{{steps.first.output.message}}' } },
      { id: 'never', action: 'log', params: { message: 'No' }, depends_on: ['second'], condition: 'false' },
    ],
  });
  await page.getByRole('region', { name: /^Canvas/ }).waitFor();
  const pipelineUrl = new URL(page.url()).pathname;
  await editor.run();
  await run.isNow('Completed');
  const runUrl = `/runs/${new URL(page.url()).searchParams.get('run')}`;

  for (const url of [pipelineUrl, runUrl]) {
    await page.goto(url);
    await page.locator('[data-canvas] [data-minimap]').waitFor();
    const drawn = await placesOf(page);
    const surroundings = await surroundingsOf(page);
    expect(surroundings.zoom).not.toBe('100 %');
    const context = await browser.newContext({
      ...{ baseURL, viewport: page.viewportSize() },
      storageState: await page.context().storageState(),
    });
    const still = await context.newPage();
    await still.route(/\.js(\?|$)/, (route) => route.abort());
    await expect(async () => {
      await still.goto(url);
      expect(await placesOf(still)).toEqual(drawn);
      expect(await surroundingsOf(still)).toEqual(surroundings);
    }).toPass({ timeout: 30_000 });
    await context.close();
  }
});

test('a card takes clicks once it answers them', async ({ pipelines, page }) => {
  await pipelines.import({
    name: unique('Soon'),
    steps: [{ id: 'only', name: 'Only', action: 'log', params: { message: 'Hello' } }],
  });
  await page.reload({ waitUntil: 'commit' });
  // Playwright waits until the card takes clicks.
  await page.locator(CARDS).click();
  await expect(page.locator('.react-flow__node.selected [data-step="only"]')).toBeVisible();
});

/** The zoom as the toolbar shows it, and the place of the dots. */
async function surroundingsOf(page: Page) {
  const zoom = await page.getByRole('toolbar', { name: 'Canvas' }).getByText('%').textContent();
  const dots = await page
    .locator('[data-canvas] pattern')
    .first()
    .evaluate((pattern) => ['x', 'y', 'width', 'height'].map((name) => pattern.getAttribute(name)));
  return { zoom, dots };
}

/** The name of each card, with its status, and its place in whole pixels. */
async function placesOf(page: Page) {
  const cards = await page.locator(CARDS).all();
  return Promise.all(
    cards.map(async (card) => {
      const box = await card.boundingBox();
      const place = box && [box.x, box.y, box.width, box.height].map(Math.round);
      return {
        label: await card.getAttribute('aria-label'),
        status: await card.getAttribute('data-status'),
        place,
      };
    }),
  );
}
