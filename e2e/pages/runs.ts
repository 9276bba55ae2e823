import { expect, type Locator, type Page } from '@playwright/test';

/** The list of all runs. */
export class RunsPage {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/runs');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  }

  async choosePipeline(name: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Pipeline' }).selectOption({ label: name });
  }

  async chooseStatus(status: string): Promise<void> {
    await this.page.getByRole('radio', { name: new RegExp(`^${status}`) }).check();
  }

  /** Rows of one pipeline's runs. */
  rowsOf(pipeline: string): Locator {
    return this.page.getByRole('main').getByRole('link').filter({ hasText: pipeline });
  }
}
