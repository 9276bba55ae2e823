import { expect, type Locator, type Page } from '@playwright/test';

/** The triggers of a pipeline: a tab of the editor's dock. */
export class TriggersPage {
  readonly tab: Locator;
  readonly list: Locator;
  readonly dialog: Locator;

  constructor(readonly page: Page) {
    this.tab = page.getByRole('region', { name: 'Dock' }).getByRole('tab', { name: /^Triggers/ });
    this.list = page.getByRole('list', { name: 'Triggers' });
    this.dialog = page.getByRole('dialog', { name: /^(Add trigger|Edit )/ });
  }

  async open(): Promise<void> {
    await this.tab.click();
  }

  /** Opens the form of a new trigger and names it. Without triggers, the panel has a button for each type. */
  async begin(type: 'Schedule' | 'Webhook' | 'After a pipeline', name: string): Promise<void> {
    const first = this.page.getByRole('tabpanel', { name: /^Triggers/ }).getByRole('button', {
      name: new RegExp(`^${type}\\s*Starts`),
    });
    const add = this.page.getByRole('button', { name: 'Add trigger' });
    await first.or(add).click();
    const item = this.page.getByRole('menuitem', { name: new RegExp(`^${type}`) });
    await this.dialog.or(item).waitFor();
    if (await item.isVisible()) await item.click();
    await this.dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  }

  /** Sends the form. */
  async add(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add trigger' }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** A trigger of the list by its name, with its details. */
  item(name: string): Locator {
    return this.list.getByRole('listitem').filter({ has: this.switch(name) });
  }

  switch(name: string): Locator {
    return this.page.getByRole('switch', { name: `${name} enabled` });
  }

  /** The deliveries of the expanded trigger. */
  history(name: string): Locator {
    return this.page.getByRole('region', { name: `History of ${name}` }).getByRole('listitem');
  }

  /** The address of a webhook, which is hidden until it is revealed. */
  async address(name: string): Promise<string> {
    const item = this.item(name);
    await expect(item.getByText(/\/api\/v1\/hooks\/[^/]+\/•+$/)).toBeVisible();
    await item.getByRole('button', { name: `Show the URL of ${name}` }).click();
    const address = await item.getByText(/^https?:[^\s•]+\/api\/v1\/hooks\/[^\s•]+$/).textContent();
    await item.getByRole('button', { name: `Hide the URL of ${name}` }).click();
    return address ?? '';
  }
}
