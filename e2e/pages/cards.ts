import type { Locator, Page } from '@playwright/test';
import { beginningWith } from './names';

/** The canvas once it takes clicks: what the server drew takes none. */
export const CANVAS = '.react-flow:not([inert] .react-flow)';

/** The card of a step by its title. Its accessible name contains title, action and, in a run, status. */
export function cardOf(page: Page, title: string): Locator {
  return page.getByRole('group', { name: beginningWith(`${title}, `) });
}

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
