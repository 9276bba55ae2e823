import type { Locator, Page } from '@playwright/test';

/** Clicks a card as people do: when it lies beside what the canvas shows, everything is shown first. */
export async function clickCard(page: Page, card: Locator): Promise<void> {
  await card.waitFor();
  const isReachable = await card.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  if (!isReachable) await page.getByRole('button', { name: 'Fit view' }).click();
  await card.click();
}
