import { expect, type Locator, type Page } from '@playwright/test';

/** A server that runs already, as somebody enters it. */
export interface ExternalDraft {
  readonly name: string;
  readonly url: string;
  readonly model: string;
}

/** The list of deployments, the page of one, and their dialogs. */
export class DeploymentsPage {
  readonly dialog: Locator;
  readonly deleteDialog: Locator;
  /** Asks whether what was typed is discarded. */
  readonly leaving: Locator;
  readonly table: Locator;
  readonly chat: Locator;
  readonly message: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog');
    this.deleteDialog = page.getByRole('alertdialog', { name: /^Delete / });
    this.leaving = page.getByRole('alertdialog', { name: 'Discard changes?' });
    this.table = page.getByRole('table', { name: 'Deployments' });
    this.chat = page.getByRole('complementary', { name: 'Try it' });
    this.message = this.chat.getByRole('textbox', { name: /^Message / });
  }

  async open(): Promise<void> {
    await this.page.goto('/deployments');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Deployments' })).toBeVisible();
  }

  async openOne(name: string): Promise<void> {
    await this.page.goto(`/deployments/${name}`);
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  /** Fills in the dialog for a server that runs already, and sends it. */
  async deployExternal({ name, url, model }: ExternalDraft): Promise<void> {
    await this.page.getByRole('button', { name: 'Deploy…' }).click();
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.dialog.getByText('External server').click();
    await this.dialog.getByRole('textbox', { name: 'Base URL' }).fill(url);
    await this.dialog.getByRole('textbox', { name: 'Model' }).fill(model);
    await this.press('Deploy');
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  /** Chooses a command from the menu of a row. */
  async choose(name: string, command: string): Promise<void> {
    await this.page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await this.page.getByRole('menuitem', { name: command }).click();
  }

  /** Presses a button of the open dialog. */
  async press(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  /** A titled part of the page of a deployment. */
  part(title: string): Locator {
    return this.page.getByRole('region', { name: title });
  }

  async say(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press('Enter');
  }
}
