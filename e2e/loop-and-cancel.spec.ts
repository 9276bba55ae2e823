import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { createGate } from './servers/service';

test('a loop lists its five iterations, links to the failed one, and shows inputs and output of each', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  for (const item of ['a', 'b', 'd', 'e']) service.answer(`/item/${item}`, { body: { name: item } });
  service.answer('/item/c', { status: 500, body: { error: 'rotten' } });
  await pipelines.import({
    name: unique('Loop'),
    steps: [
      {
        id: 'each',
        name: 'Each',
        action: 'loop',
        params: {
          items: ['a', 'b', 'c', 'd', 'e'],
          action: 'http_request',
          action_params: { url: `${service.url}/item/{{item}}`, expect_status: '2xx' },
          on_item_failure: 'continue',
        },
      },
    ],
  });
  await editor.run();
  await run.isNow('Completed, 1 of 5 iterations failed');
  await run.look('Each');
  expect(await run.output()).toMatchObject({ count: 5, failed: 1 });

  await test.step('all five in a list', async () => {
    await run.iterations.getByRole('button', { name: 'List' }).click();
    const rows = run.iterations.getByRole('listitem');
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1)).toContainText('b');
    await expect(rows.nth(2).getByRole('img', { name: 'Failed' })).toBeVisible();
    await rows.nth(1).getByRole('button').click();
    expect(await run.resolvedInputs()).toMatchObject({ url: `"${service.url}/item/b"` });
    expect(await run.output()).toMatchObject({ status_code: 200, response_body: { name: 'b' } });
  });

  await test.step('the one that failed', async () => {
    await run.iterations.getByRole('button', { name: 'Next failed' }).click();
    await expect(run.iterations.getByRole('button', { name: '3 / 5' })).toBeVisible();
    expect(await run.resolvedInputs()).toMatchObject({ url: `"${service.url}/item/c"` });
    await expect(run.failure('http_status')).toBeVisible();
    await expect(run.inspector).toContainText('returned 500, expected 2xx.');
    await expect(run.part('Output')).toContainText('none: attempt 1 failed');
  });

  await test.step('its address leads straight to it', async () => {
    await page.goto(`/runs/${run.id()}?step=each&iteration=2`);
    await expect(run.iterations.getByRole('button', { name: '3 / 5' })).toBeVisible();
    await expect(run.failure('http_status')).toBeVisible();
  });
});

test('a cancelled run stops active steps and shows for every step why it did not run', async ({
  pipelines,
  editor,
  run,
  service,
}) => {
  const gate = createGate();
  service.answer('/never', { until: gate.opened });
  await pipelines.import({
    name: unique('Cancel'),
    steps: [
      { id: 'done', name: 'Done', action: 'log', params: { message: 'done' } },
      {
        id: 'held',
        name: 'Held',
        action: 'http_request',
        params: { url: `${service.url}/never`, timeout_seconds: 300 },
        depends_on: ['done'],
      },
      { id: 'pause', name: 'Pause', action: 'wait', params: { duration: 3600 }, depends_on: ['done'] },
      {
        id: 'after',
        name: 'After',
        action: 'log',
        params: { message: 'after' },
        depends_on: ['held', 'pause'],
      },
    ],
  });
  await editor.run();
  await run.stepIs('Held', 'running');
  await run.stepIs('Pause', 'waiting');
  await run.banner.getByRole('button', { name: 'Cancel run' }).click();

  await run.isNow('Cancelled');
  await run.stepIs('Done', 'completed');
  await run.stepIs('Held', 'cancelled');
  await run.stepIs('Pause', 'cancelled');
  await run.stepIs('After', 'skipped');
  await run.look('Held');
  await expect(run.inspector).toContainText(/cancelled/);
  await run.look('After');
  await expect(run.inspector).toContainText('because the run was cancelled');
  await expect(run.banner.getByRole('button', { name: 'Cancel run' })).toBeHidden();
  gate.open();
});
