import type { Locator, Page } from '@playwright/test';
import { beginningWith } from './names';

/** The tests of a pipeline: a tab of the editor's dock, and the coverage on the canvas. */
export class TestsPage {
  readonly tab: Locator;
  readonly list: Locator;
  /** The dialog that saves a run as a test, and what it says afterwards. */
  readonly keep: Locator;
  /** How much of the pipeline was taken. */
  readonly coverage: Locator;

  constructor(readonly page: Page) {
    this.tab = page.getByRole('region', { name: 'Dock' }).getByRole('tab', { name: /^Tests/ });
    this.list = page.getByRole('list', { name: 'Tests', exact: true });
    this.keep = page.getByRole('dialog', { name: /^(Save run|Saved as)/ });
    this.coverage = page.getByRole('status').filter({ hasText: /taken by/ });
  }

  /** A test of the list; its name has the result of the last run. */
  row(name: string | RegExp): Locator {
    return this.list.getByRole('button', { name });
  }

  /** The opened test. */
  opened(name: string): Locator {
    return this.page.getByRole('region', { name: `Test ${name}`, exact: true });
  }

  /** A field of the opened test. */
  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: beginningWith(label) });
  }

  async runAll(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run all' }).click();
  }

  /** Chooses the coverage that the canvas shows. */
  async cover(choice: 'Off' | 'Tests' | `Last ${string} runs`): Promise<void> {
    await this.page.getByRole('button', { name: /^Coverage:/ }).click();
    await this.page.getByRole('menuitemradio', { name: choice }).click();
  }
}
