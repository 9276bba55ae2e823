import { expect, type Locator, type Page } from '@playwright/test';

/** The values of the form of a secret. */
export interface SecretDraft {
  readonly name: string;
  readonly value: string;
  /** Hosts, separated by commas. @default any host */
  readonly hosts?: string;
}

/** The list of secrets, and its dialogs. */
export class SecretsPage {
  readonly addButton: Locator;
  readonly dialog: Locator;
  readonly deleteDialog: Locator;
  readonly nameField: Locator;
  readonly valueField: Locator;
  readonly hostsField: Locator;

  constructor(readonly page: Page) {
    this.addButton = page.getByRole('main').getByRole('button', { name: 'Add secret' });
    this.dialog = page.getByRole('dialog', { name: /^(Add secret|Edit )/ });
    this.deleteDialog = page.getByRole('alertdialog', { name: /^Delete / });
    this.nameField = this.dialog.getByRole('textbox', { name: 'Name' });
    this.valueField = this.dialog.getByRole('textbox', { name: /value$/i });
    this.hostsField = this.dialog.getByRole('textbox', { name: 'Allowed hosts' });
  }

  async open(): Promise<void> {
    await this.page.goto('/settings/secrets');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  }

  /** Adds a secret through the dialog. */
  async add({ name, value, hosts = '' }: SecretDraft): Promise<void> {
    await this.open();
    await this.addButton.click();
    await this.nameField.fill(name);
    await this.valueField.fill(value);
    await this.hostsField.fill(hosts);
    await this.dialog.getByRole('button', { name: 'Add secret' }).click();
    await expect(this.dialog).toBeHidden();
    await expect(this.row(name)).toBeVisible();
  }

  row(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Secrets' })
      .getByRole('listitem')
      .filter({ has: this.menuButton(name) });
  }

  menuButton(name: string): Locator {
    return this.page.getByRole('button', { name: `More for ${name}`, exact: true });
  }

  /** A command of a secret's menu, which must be open. */
  command(name: string): Locator {
    return this.page.getByRole('menuitem', { name });
  }
}
