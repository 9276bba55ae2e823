import { expect, type Locator, type Page } from '@playwright/test';

/** Far more stops than any page of the product has. */
const MOST_STOPS = 150;

/** Hands that never leave the keyboard. */
export class Keyboard {
  constructor(readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types at the place that has the focus, letter by letter. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until the focus is there. */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}.`);
  }

  /** Leaves a field with Esc. Where a list of names is open or about to, the first Esc closes that. */
  async leaveTo(target: Locator): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await expect(target).toBeFocused({ timeout: 2000 });
    }).toPass();
  }
}
