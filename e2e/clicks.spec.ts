import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import { Clicks } from './pages/clicks';
import { unique } from './pages/pipelines';

// The limits are those of docs/testing.md, section Clicks.

test('a first pipeline takes at most 12 clicks', async ({ page, pipelines, editor, run, service }) => {
  service.answer('/health', { body: { state: 'up' } });
  const clicks = await Clicks.on(page);
  await pipelines.createEmpty();

  await editor.pick('HTTP request');
  await expect(editor.field('URL')).toBeFocused();
  await page.keyboard.type(`${service.url}/health`);

  await editor.pick('Conditional');
  await expect(editor.field('Condition')).toBeFocused();
  await page.keyboard.type('http_request.status_code == 200');

  await editor.pick('Transform');
  await expect(editor.field('Operation')).toBeFocused();
  await page.keyboard.type('Uppercase');
  await editor.switchToExpression('Input');
  await page.keyboard.type('{{http_request.response_body.state}}');

  await editor.pick('Set output');
  await expect(editor.field('Key')).toBeFocused();
  await page.keyboard.type('state');
  await editor.switchToExpression('Value');
  await page.keyboard.type('{{transform.result}}');

  await editor.run();
  await run.isNow('Completed');
  await run.look('Set output');
  expect(await run.shownInputs()).toMatchObject({ value: expect.stringContaining('"UP"') });
  expect(clicks.take()).toBeLessThanOrEqual(12);
});

test('a failed run is understood, repaired and repeated with at most 5 clicks', async ({
  page,
  pipelines,
  editor,
  run,
  service,
}) => {
  service.answer('/orders', { body: { count: 7 } });
  const clicks = await Clicks.on(page);
  await pipelines.import({
    name: unique('Orders'),
    steps: [
      {
        id: 'fetch',
        action: 'http_request',
        params: { url: `${service.url}/order`, expect_status: '2xx' },
      },
    ],
  });
  clicks.take();

  await editor.run();
  await run.isNow('Failed');
  await run.look('HTTP request');
  await expect(run.failure('http_status')).toBeVisible();
  await run.inspector.getByRole('button', { name: 'Open in editor' }).click();
  await editor.type('URL', `${service.url}/orders`);
  await editor.run();
  await run.isNow('Completed');
  expect(clicks.take()).toBeLessThanOrEqual(5);
});

test('the failed one of 200 iterations is found with 2 clicks', async ({
  page,
  pipelines,
  editor,
  run,
  service,
}) => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  for (const item of items) service.answer(`/score/${item}`, { body: { item } });
  service.answer('/score/137', { status: 503, body: { error: 'no score of 137' } });
  const clicks = await Clicks.on(page);
  await pipelines.import({
    name: unique('Scores'),
    steps: [
      {
        id: 'score',
        name: 'Score',
        action: 'loop',
        params: {
          items,
          action: 'http_request',
          action_params: { url: `${service.url}/score/{{item}}`, expect_status: '2xx' },
          parallel: true,
          max_iterations: 200,
          on_item_failure: 'continue',
        },
      },
    ],
  });
  await editor.run();
  await run.isNow('Completed, 1 of 200 items failed');
  clicks.take();

  await run.look('Score');
  await run.iterations.getByRole('button', { name: 'Next failed' }).click();
  await expect(run.inspector).toContainText('no score of 137');
  expect(clicks.take()).toBeLessThanOrEqual(2);
});

test('a step among 60 is found and renamed with 1 click, and an expression is repaired with 2', async ({
  page,
  pipelines,
  editor,
}) => {
  const clicks = await Clicks.on(page);
  const steps = Array.from({ length: 60 }, (_, index) => ({
    id: `probe_${index}`,
    action: 'log',
    params: { message: index === 0 ? 'start' : `{{steps.probe_${index - 1}.output.message}}` },
  }));
  await pipelines.import({ name: unique('Sixty'), steps });
  await editor.canvas.focus();
  clicks.take();

  await page.keyboard.press('Control+f');
  await page.keyboard.type('probe_41');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await editor.changeId('check_disk');
  expect(clicks.take()).toBeLessThanOrEqual(1);

  await editor.express('Message', '{{steps.probe_40.otput.message}}');
  await page.keyboard.press('Tab');
  clicks.take();
  await editor.inspector
    .getByRole('button', { name: /output/ })
    .and(page.locator('[data-fix]'))
    .first()
    .click();
  await editor.hasNoProblems();
  expect(clicks.take()).toBeLessThanOrEqual(2);
});

test('a schedule, a webhook and a secret take at most 7 and 2 clicks', async ({
  page,
  pipelines,
  editor,
  secrets,
  triggers,
}) => {
  const clicks = await Clicks.on(page);
  await pipelines.import({
    name: unique('Nightly'),
    steps: [{ id: 'say', action: 'log', params: { message: 'hello' } }],
  });
  await editor.isSaved();
  clicks.take();
  await triggers.open();
  await triggers.begin('Schedule', 'Every night');
  await triggers.add();
  await triggers.begin('Webhook', 'On push');
  await triggers.add();
  await expect(triggers.item('On push')).toBeVisible();
  expect(clicks.take()).toBeLessThanOrEqual(7);

  const name = `token_${randomUUID().slice(0, 8)}`;
  await secrets.open();
  await secrets.add({ name, value: randomUUID() });
  expect(clicks.take()).toBeLessThanOrEqual(2);
});
