import { expect, type Locator, type Page } from '@playwright/test';

/** More than the number of focusable elements on any page. */
const MOST_STOPS = 150;

/** A person who uses only the keyboard. */
export class Keyboard {
  constructor(readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types into the focused element, character by character. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await this.pressUntilFocused('Tab', target);
  }

  /** Presses Shift+Tab until the target has the focus. */
  async tabBackTo(target: Locator): Promise<void> {
    await this.pressUntilFocused('Shift+Tab', target);
  }

  private async pressUntilFocused(key: string, target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} does not lead to ${target}.`);
  }

  /** Leaves a field with Esc. When a list of names is open or about to open, the first Esc closes it. */
  async leaveTo(target: Locator): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await expect(target).toBeFocused({ timeout: 2000 });
    }).toPass();
  }
}
