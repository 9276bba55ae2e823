import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

const CARDS = '[data-canvas] [data-step]';

test('panels, cards with their statuses, dots and zoom are in the page before its scripts, as they were left', async ({
  pipelines,
  editor,
  run,
  desk,
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

  const isAsLeft = async (url: string) => {
    const [drawn, around] = [await placesOf(page), await surroundingsOf(page)];
    // The page stores its screen when it is left.
    await page.goto('/settings');
    const context = await browser.newContext({
      ...{ baseURL, viewport: page.viewportSize() },
      storageState: await page.context().storageState(),
    });
    const still = await context.newPage();
    await still.route(/\.js(\?|$)/, (route) => route.abort());
    await expect(async () => {
      await still.goto(url);
      await still.locator(CARDS).first().waitFor();
      expect(await placesOf(still)).toEqual(drawn);
      expect(await surroundingsOf(still)).toEqual(around);
    }).toPass();
    await context.close();
    return around;
  };
  const open = async (url: string) => {
    await page.goto(url);
    // What the server drew is inert.
    await expect(page.locator('[data-canvas] [inert]')).toHaveCount(0);
    await desk.isAtRest();
  };

  for (const url of [pipelineUrl, runUrl]) {
    await open(url);
    const usual = await isAsLeft(url);

    await page.setViewportSize({ width: 1280, height: 760 });
    await open(url);
    const inspector = page.getByRole('separator', { name: 'Inspector width' });
    await inspector.focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: /left panel/i }).click();
    await desk.isAtRest();
    await open(url);
    const own = await isAsLeft(url);
    expect(own.panels).not.toEqual(usual.panels);
    expect([own.zoom, usual.zoom]).not.toEqual(['100 %', '100 %']);
    await page.setViewportSize({ width: 1440, height: 900 });
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

/** The zoom as the toolbar shows it, the place of the dots, and the widths of the panels. */
async function surroundingsOf(page: Page) {
  const zoom = await page.getByRole('toolbar', { name: 'Canvas' }).getByText('%').textContent();
  const dots = await page
    .locator('[data-canvas] pattern')
    .first()
    .evaluate((pattern) => ['x', 'y', 'width', 'height'].map((name) => pattern.getAttribute(name)));
  const boxes = [page.locator('[data-canvas]'), page.locator('[data-inspector]')];
  const panels = await Promise.all(boxes.map((box) => box.boundingBox()));
  return { zoom, dots, panels };
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
