import { expect, type Locator, type Page } from '@playwright/test';

/** The catalogue of actions, and the page of each. */
export class ActionsPage {
  readonly search: Locator;
  /** Every link to the page of an action. */
  readonly links: Locator;
  readonly title: Locator;
  /** The content of the page of an action. */
  readonly article: Locator;

  constructor(readonly page: Page) {
    this.search = page.getByRole('searchbox', { name: 'Search actions' });
    this.links = page.getByRole('region').getByRole('listitem').getByRole('link');
    this.title = page.getByRole('heading', { level: 1 });
    this.article = page.getByRole('article');
  }

  async open(): Promise<void> {
    await this.page.goto('/actions');
    await expect(this.title).toHaveText('Actions');
  }

  /** Opens the page of an action by its type or an alias. */
  async openAction(type: string): Promise<void> {
    await this.page.goto(`/actions/${type}`);
    await expect(this.article).toBeVisible();
  }

  /** The row of a parameter on the page of its action. */
  param(name: string): Locator {
    return this.article
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell').getByText(name, { exact: true }) })
      .first();
  }

  /** An action in the list beside the page of one. */
  listed(title: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Actions' })
      .getByRole('link', { name: title, exact: true });
  }
}
