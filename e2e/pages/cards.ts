import { expect, type Locator, type Page } from '@playwright/test';
import { beginningWith } from './names';

/** The canvas once it takes clicks: what the server drew takes none. */
export const CANVAS = '.react-flow:not([inert] .react-flow)';

/** The card of a step by its title. Its accessible name contains title, action and, in a run, status. */
export function cardOf(page: Page, title: string): Locator {
  return page.getByRole('group', { name: beginningWith(`${title}, `) });
}

/** Number of consecutive equal looks at the canvas after which it is at rest. */
const STILL = 5;

/** Waits until the canvas neither moves nor changes its size. */
export async function untilAtRest(page: Page): Promise<void> {
  await expect(page.locator(`${CANVAS} .react-flow__viewport`)).toBeAttached();
  await page.evaluate(
    (still) =>
      new Promise<void>((resolve) => {
        let last = '';
        let same = 0;
        // In frames: what moves does so in frames, which a loaded browser draws late.
        const look = () => requestAnimationFrame(compare);
        const compare = () => {
          const canvas = document.querySelector('.react-flow');
          const viewport = document.querySelector('.react-flow__viewport');
          const now = `${canvas?.clientWidth} ${canvas?.clientHeight} ${viewport && getComputedStyle(viewport).transform}`;
          same = now === last ? same + 1 : 0;
          last = now;
          if (same >= still) resolve();
          else setTimeout(look, 100);
        };
        look();
      }),
    STILL,
  );
}

/** Clicks a card. When it is outside the viewport, shows everything first. */
export async function clickCard(page: Page, card: Locator): Promise<void> {
  await card.waitFor();
  const isReachable = () =>
    card.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  if (!(await isReachable())) {
    await page.getByRole('button', { name: 'Fit view' }).click();
    // A loaded browser begins to move late: a click in between would miss the card.
    await expect.poll(isReachable).toBe(true);
    await untilAtRest(page);
  }
  await card.click();
}
