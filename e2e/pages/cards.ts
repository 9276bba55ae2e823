import type { Locator, Page } from '@playwright/test';

/** Clicks a card. When it is outside the viewport, shows everything first. */
export async function clickCard(page: Page, card: Locator): Promise<void> {
  await card.waitFor();
  const isReachable = await card.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  if (!isReachable) await page.getByRole('button', { name: 'Fit view' }).click();
  await card.click();
}
