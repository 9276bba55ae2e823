import { expect, type Locator, type Page } from '@playwright/test';

/** The default settings for mails and notifications. */
export class ChannelsPage {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/settings/channels');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  }

  /** A setting's row, by channel and label. */
  row(channel: string, label: string): Locator {
    return this.page
      .getByRole('region', { name: channel })
      .getByRole('listitem')
      .filter({ has: this.page.getByText(label, { exact: true }) });
  }

  /** Sets a setting, or replaces it. */
  async set(channel: string, label: string, value: string): Promise<void> {
    const row = this.row(channel, label);
    await row.getByRole('button', { name: /^(Set|Replace) / }).click();
    const dialog = this.page.getByRole('dialog', { name: `${channel}: ${label.toLowerCase()}` });
    await dialog.getByRole('textbox', { name: label }).fill(value);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('button', { name: /^Replace / })).toBeVisible();
  }

  /** Clears a setting. */
  async remove(channel: string, label: string): Promise<void> {
    await this.row(channel, label)
      .getByRole('button', { name: /^Remove / })
      .click();
    const dialog = this.page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await expect(dialog).toBeHidden();
  }
}
