import type { Page } from '@playwright/test';

/** Counts presses of the mouse on a page. */
export class Clicks {
  #presses = 0;

  private constructor() {}

  /** Counts from the next page load. */
  static async on(page: Page): Promise<Clicks> {
    const clicks = new Clicks();
    await page.exposeFunction('countPress', () => {
      clicks.#presses += 1;
    });
    await page.addInitScript(() => {
      const count = Reflect.get(window, 'countPress');
      window.addEventListener('pointerdown', () => count(), true);
    });
    return clicks;
  }

  /** The presses since the last call. */
  take(): number {
    const presses = this.#presses;
    this.#presses = 0;
    return presses;
  }
}
