import { expect, type Locator, type Page } from '@playwright/test';

/** The list of all runs. */
export class RunsPage {
  readonly searchBox: Locator;
  /** What is wrong with the search. */
  readonly searchProblem: Locator;

  constructor(readonly page: Page) {
    const form = page.getByRole('search', { name: 'Search runs' });
    this.searchBox = form.getByRole('searchbox', { name: 'Search runs' });
    this.searchProblem = form.getByRole('alert');
  }

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

  async search(text: string): Promise<void> {
    await this.searchBox.fill(text);
    await this.searchBox.press('Enter');
  }

  /** Chooses an item of the menu of saved searches. */
  async chooseSaved(item: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: 'Saved searches' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Answers the dialog that asks for the name of a search. */
  async nameSearch(name: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(dialog).toBeHidden();
  }

  /** Rows of one pipeline's runs. */
  rowsOf(pipeline: string): Locator {
    return this.page.getByRole('main').getByRole('link').filter({ hasText: pipeline });
  }
}
