import { expect, type Locator, type Page } from '@playwright/test';

/** The inbox, and the count of unread notices in the rail. */
export class InboxPage {
  readonly notices: Locator;

  constructor(readonly page: Page) {
    this.notices = page.getByRole('list', { name: 'Notices' }).getByRole('listitem');
  }

  /** Opens the inbox from the rail, which shows the number of unread notices. */
  async openUnread(count: number): Promise<void> {
    const rail = this.page.getByRole('navigation', { name: 'Main' });
    await rail.getByRole('link', { name: `Inbox, ${count} unread` }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  }

  async isAllRead(): Promise<void> {
    const rail = this.page.getByRole('navigation', { name: 'Main' });
    await expect(rail.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
    await expect(this.notices.getByText('Unread')).toHaveCount(0);
  }

  notice(title: string): Locator {
    return this.notices.filter({ has: this.page.getByRole('heading', { name: title }) });
  }
}
