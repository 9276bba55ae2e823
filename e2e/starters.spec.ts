import { expect, test } from './fixtures';
import { startProduct } from './servers/product';

test('a starter runs without internet and without changes, and its notice arrives in the inbox', async ({
  pipelines,
  editor,
  run,
  inbox,
  page,
}) => {
  const fresh = await startProduct();
  try {
    await page.goto(`${fresh.url}/inbox`);
    await expect(page.getByText('No notices yet')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pipelines' }).click();
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Watch a service/ })
      .click();
    await pipelines.arriveInEditor();
    await editor.run();
    await run.isNow('Completed');
    await run.stepIs('Call with retries', 'completed');

    await inbox.openUnread(1);
    const notice = inbox.notice('Service is up');
    await expect(notice).toContainText('Unread');
    await notice.getByRole('link', { name: 'Step notify_up' }).click();
    await run.isNow('Completed');
    await expect(run.inspector.getByRole('heading', { name: 'Notify: up' })).toBeVisible();

    await inbox.openUnread(1);
    await notice.getByRole('button', { name: 'Mark as read' }).click();
    await inbox.isAllRead();
    await page.reload();
    await inbox.isAllRead();
  } finally {
    await page.goto('about:blank');
    await fresh.close();
  }
});
