import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures';
import { everything } from './pages/everything';
import { unique } from './pages/pipelines';
import { sidewaysOverflow } from './pages/text-size';

const outline = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outlineStyle);

test('forced colours still show the edges of cards, which one is selected, and which segment is chosen', async ({
  pipelines,
  editor,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await pipelines.import(everything(unique('Forced colours')));
  await editor.inspect('Call');
  const frame = async (title: string) => {
    const { outlineWidth, outlineColor } = await editor.card(title).evaluate((card) => {
      const { outlineWidth, outlineColor } = getComputedStyle(card);
      return { outlineWidth, outlineColor };
    });
    return `${outlineWidth} ${outlineColor}`;
  };
  expect(await outline(editor.card('Decide'))).toBe('solid');
  expect(await frame('Call')).not.toBe(await frame('Decide'));

  const segments = page.getByRole('radiogroup', { name: 'Source of URL' });
  const colour = (segment: Locator) =>
    segment.evaluate((element) => getComputedStyle(element.parentElement ?? element).backgroundColor);
  const chosen = segments.getByRole('radio', { checked: true });
  const other = segments.getByRole('radio', { checked: false });
  expect(await colour(chosen)).not.toBe(await colour(other));
});

test('at 200 % zoom pages do not scroll sideways, and the canvas keeps room above an open dock', async ({
  pipelines,
  editor,
  page,
}) => {
  // A window of 1440 × 900 px at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  for (const path of ['/pipelines', '/runs', '/inbox', '/deployments', '/models', '/clusters', '/actions']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => sidewaysOverflow(page), path).toBeLessThanOrEqual(0);
  }
  await pipelines.import(everything(unique('Zoom')));
  await editor.openDock('Problems');
  expect((await editor.canvas.boundingBox())?.height).toBeGreaterThanOrEqual(120);
});

test('an ID that cannot be used is explained across the inspector, not in a narrow column', async ({
  pipelines,
  editor,
  page,
}) => {
  await pipelines.import(everything(unique('Ids')));
  await editor.inspect('Call');
  await page.getByRole('button', { name: /^ID / }).click();
  await page.getByRole('textbox', { name: 'Step ID' }).fill('not an id!');
  const note = page.locator('#step-id-note');
  await expect(note).toHaveAttribute('data-status', 'failed');
  expect((await note.boundingBox())?.width).toBeGreaterThan(280);
  expect((await note.boundingBox())?.height).toBeLessThan(60);
});

test('the page does not move when a field gets the focus', async ({ pipelines, editor, page }) => {
  await pipelines.import(everything(unique('Still')));
  await editor.openDock('JSON');
  await editor.json.click();
  const moved = await page.evaluate(() =>
    [...document.querySelectorAll('body, main, main *')]
      .filter((part) => part.scrollTop > 0 && getComputedStyle(part).overflowY !== 'auto')
      .map((part) => `${part.className} by ${part.scrollTop} px`),
  );
  expect(moved).toEqual([]);
});

test('a menu that is closed before it is drawn leaves the page, with and without motion', async ({
  pipelines,
  page,
}) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    await pipelines.import(everything(unique('Menu')));
    const opener = page.getByRole('button', { name: 'Run options' });
    for (const waitMs of [0, 1, 1, 2, 3, 5, 8, 13]) {
      await opener.evaluate(async (button, ms) => {
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
        await new Promise((resolve) => setTimeout(resolve, ms));
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      }, waitMs);
      // The key may have come before the menu listened.
      await page.keyboard.press('Escape');
      await expect(opener).toHaveAttribute('aria-expanded', 'false');
      await expect(page.locator('[role="menu"]')).toHaveCount(0);
    }
  }
});
