import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

test('a person looks up an action, from the catalogue and from the editor, under either of its names', async ({
  actions,
  pipelines,
  editor,
  page,
}) => {
  await test.step('the catalogue has every action, and finds one by its other name', async () => {
    await actions.open();
    expect(await actions.links.count()).toBeGreaterThan(10);
    await actions.search.fill('api_call');
    await expect(actions.links).toHaveCount(1);
    await expect(actions.links).toContainText('HTTP request');
    await expect(actions.links).toContainText('http_request · api_call');
    await actions.search.fill('nothing like that');
    await expect(page.getByText('No actions match “nothing like that”')).toBeVisible();
    await actions.search.fill('mail');
    await expect(actions.links).toContainText([/Notification/, /Email/]);
    await actions.search.press('Escape');
    await expect(actions.search).toHaveValue('');
  });

  await test.step('arrow keys lead through it, and Enter opens a page', async () => {
    await actions.search.fill('http');
    await actions.search.press('ArrowDown');
    await expect(actions.links.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/actions/http_request');
    await expect(actions.title).toHaveText('HTTP request');
  });

  await test.step('its page tells what it takes, gives and fails with', async () => {
    await expect(actions.param('timeout_seconds')).toContainText('30');
    await expect(actions.param('expect_status')).toContainText('Statuses that count as success');
    await expect(actions.article).toContainText('status_code');
    await expect(actions.article).toContainText('Idempotency-Key');
    await expect(actions.article.getByText('connection_error', { exact: true }).first()).toBeVisible();
    await expect(actions.listed('HTTP request')).toHaveAttribute('aria-current', 'page');
  });

  await test.step('its alias leads to it', async () => {
    await actions.openAction('api_call');
    await expect(page).toHaveURL(/\/actions\/http_request\?name=api_call$/);
    await expect(actions.article).toContainText('api_call is another spelling of this action type.');
  });

  await test.step('the editor leads to it, in a tab of its own', async () => {
    await pipelines.import({
      name: unique('Look up'),
      steps: [{ id: 'call', name: 'Call', action: 'api_call', params: { url: 'https://example.org/' } }],
    });
    await editor.inspect('Call');
    await editor.inspector.getByRole('button', { name: 'About this action' }).click();
    const [reference] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: /^Examples, errors and accepted spellings/ }).click(),
    ]);
    await expect(reference.getByRole('heading', { level: 1, name: 'HTTP request' })).toBeVisible();
    await reference.close();
  });

  await test.step('an example becomes a pipeline', async () => {
    await actions.openAction('http_request');
    await page.getByRole('button', { name: 'Use in new pipeline' }).click();
    await pipelines.arriveInEditor();
    await expect(editor.cards).toHaveCount(1);
    await expect(editor.card('HTTP request')).toBeVisible();
    await editor.hasNoProblems();
  });
});
