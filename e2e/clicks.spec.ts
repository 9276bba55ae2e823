import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { Clicks } from './pages/clicks';
import { unique } from './pages/pipelines';
import { disagree, openTwice } from './pages/two-tabs';
import { createGate } from './servers/service';

// The limits are those of docs/testing.md, section Clicks.

/** Types the name of a choice and Enter; again, when so long passes between two keys that the browser searches anew. */
async function typeChoice(select: Locator, name: string): Promise<void> {
  await expect(async () => {
    await select.page().keyboard.type(name);
    await select.page().keyboard.press('Enter');
    await expect(select.locator('option:checked')).toHaveText(name, { timeout: 500 });
  }).toPass();
}

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
  await typeChoice(editor.field('Operation'), 'Uppercase');
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
  await run.isNow('Completed, 1 of 200 iterations failed');
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

test('a loop over 200 items is drawn and run with at most 10 clicks', async ({
  page,
  pipelines,
  editor,
  run,
  service,
}) => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  service.answer('/items', { body: items });
  for (const item of items) service.answer(`/score/${item}`, { body: { item } });
  const clicks = await Clicks.on(page);
  await pipelines.createEmpty();
  await editor.pick('HTTP request');
  await expect(editor.field('URL')).toBeFocused();
  await page.keyboard.type(`${service.url}/items`);

  await editor.pick('Loop');
  await expect(editor.field('Items')).toBeFocused();
  await page.keyboard.type('{{http_request.response_body}}');
  await editor.field('Action').click();
  await typeChoice(editor.field('Action'), 'HTTP request');
  await editor.field('URL').click();
  await page.keyboard.type(`${service.url}/score/{{item}}`);
  await editor.addParameter('Max iterations');
  await expect(editor.field('Max iterations')).toBeFocused();
  await page.keyboard.type('200');
  await editor.addParameter('Parallel');

  await editor.run();
  await run.isNow('Completed');
  await expect(run.card('Loop')).toContainText('200 completed');
  expect(clicks.take()).toBeLessThanOrEqual(10);
});

test('a step is inserted, deleted, pasted and taken back with at most 1 click each', async ({
  page,
  pipelines,
  editor,
}) => {
  const clicks = await Clicks.on(page);
  await pipelines.import({
    name: unique('Chain'),
    steps: [
      { id: 'a', name: 'Alpha', action: 'log', params: { message: 'a' } },
      { id: 'b', name: 'Beta', action: 'log', params: { message: 'b' }, depends_on: ['a'] },
    ],
  });
  clicks.take();

  await editor.pointAt('from Alpha to Beta');
  await editor.canvas.getByRole('button', { name: 'Insert a step between a and b' }).click();
  await page.keyboard.type('wait');
  await page.keyboard.press('Enter');
  await expect(editor.wire('from Alpha to Wait')).toBeVisible();
  await expect(editor.wire('from Wait to Beta')).toBeVisible();
  expect(clicks.take(), 'insert').toBeLessThanOrEqual(1);

  // The new card has the selection and the focus.
  await expect(editor.card('Wait')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(editor.wire('from Alpha to Beta')).toBeVisible();
  expect(clicks.take(), 'delete, with the chain closed again').toBe(0);

  await editor.card('Alpha').click();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(editor.cards).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect(editor.cards).toHaveCount(2);
  expect(clicks.take(), 'copy, paste and undo').toBeLessThanOrEqual(1);
});

test('edits of two tabs merge without a click, and a value that both changed takes 2', async ({
  context,
  pipelines,
  editor: first,
}) => {
  const second = await openTwice(pipelines, first, context);
  const clicks = await Clicks.on(second.page);
  await second.page.reload();
  await second.inspect('Beta');
  await first.inspect('Alpha');
  clicks.take();
  await second.title('Beta of the second tab');
  await first.title('Alpha');
  await first.title('Alpha, edited');
  await expect(first.card('Beta of the second tab')).toBeVisible();
  await expect(second.card('Alpha, edited')).toBeVisible();
  expect(clicks.take(), 'a merge').toBe(0);
  await first.title('Alpha');
  await expect(second.card('Alpha')).toBeVisible();

  await disagree(first, second);
  clicks.take();
  await second.conflict.getByRole('button', { name: 'Show and choose' }).click();
  await second.inspector.getByRole('button', { name: 'Use theirs' }).click();
  await expect(second.card('Alpha of the first tab')).toBeVisible();
  expect(clicks.take(), 'a conflict').toBeLessThanOrEqual(2);
});

test('a re-run with other params takes at most 4 clicks, and an approval and a cancellation 1 each', async ({
  page,
  pipelines,
  editor,
  run,
  service,
}) => {
  const gate = createGate();
  service.answer('/today', { body: {} });
  service.answer('/never', { until: gate.opened });
  const clicks = await Clicks.on(page);
  await pipelines.import({
    name: unique('Approval'),
    params: { day: { type: 'string', default: 'today' } },
    steps: [
      {
        id: 'approval',
        name: 'Approval',
        action: 'wait_until',
        params: { condition: 'signals.approved == true', poll_interval_seconds: 600, timeout_seconds: 9000 },
      },
      {
        id: 'call',
        name: 'Call',
        action: 'http_request',
        params: { url: `${service.url}/{{params.day}}`, timeout_seconds: 300 },
        depends_on: ['approval'],
      },
    ],
  });
  await editor.run();
  await run.stepIs('Approval', 'waiting');
  await run.look('Approval');
  clicks.take();
  await run.inspector.getByRole('button', { name: 'Approve' }).click();
  await run.isNow('Completed');
  expect(clicks.take(), 'an approval').toBeLessThanOrEqual(1);
  await run.exit();
  clicks.take();

  await editor.openLeft('Runs');
  await page
    .getByRole('tabpanel', { name: 'Runs' })
    .getByRole('button', { name: /#1/ })
    .or(page.getByRole('tabpanel', { name: 'Runs' }).getByRole('link', { name: /#1/ }))
    .first()
    .click();
  const panel = await run.rerun();
  await panel.getByRole('textbox', { name: 'day' }).fill('never');
  await panel.getByRole('button', { name: /^Re-run 2 steps/ }).click();
  await expect(panel).toBeHidden();
  expect(clicks.take(), 'a re-run with other params').toBeLessThanOrEqual(4);

  await run.stepIs('Approval', 'waiting');
  clicks.take();
  await run.banner.getByRole('button', { name: 'Cancel run' }).click();
  await run.isNow('Cancelled');
  expect(clicks.take(), 'a cancellation').toBeLessThanOrEqual(1);
  gate.open();
});
