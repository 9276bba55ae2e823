import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { createGate } from './servers/service';

test('a run is paused during a step, approved by keyboard, and continues', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  const gate = createGate();
  service.answer('/slow', { until: gate.opened });
  const name = unique('Approval');
  await pipelines.import({
    name,
    steps: [
      {
        id: 'prepare',
        name: 'Prepare',
        action: 'http_request',
        params: { url: `${service.url}/slow`, timeout_seconds: 300 },
      },
      {
        id: 'approval',
        name: 'Approval',
        action: 'wait_until',
        params: { condition: 'signals.approved == true', poll_interval_seconds: 600, timeout_seconds: 9000 },
        depends_on: ['prepare'],
      },
      { id: 'ship', name: 'Ship', action: 'log', params: { message: 'shipped' }, depends_on: ['approval'] },
    ],
  });
  await editor.run();
  await run.stepIs('Prepare', 'running');

  await test.step('paused: what is under way ends, nothing starts', async () => {
    await run.banner.getByRole('button', { name: 'Pause' }).click();
    await run.isNow('Paused');
    gate.open();
    await run.stepIs('Prepare', 'completed');
    await run.stepIs('Approval', 'pending');
  });

  await test.step('the lists say so', async () => {
    const address = page.url();
    await page.goto('/runs?status=paused');
    await expect(page.getByRole('radio', { name: /^Paused/ })).toBeChecked();
    await expect(page.getByRole('link', { name: /Paused.*Approval/ }).first()).toBeVisible();
    await pipelines.open();
    await expect(pipelines.row(name).getByRole('link', { name: /^Paused #1/ })).toBeVisible();
    await page.goto(address);
  });

  await test.step('resumed, it waits for somebody', async () => {
    await run.banner.getByRole('button', { name: 'Resume' }).click();
    await run.stepIs('Approval', 'waiting');
    await run.look('Approval');
    await expect(run.inspector.getByRole('button', { name: 'Approve' })).toBeVisible();
  });

  await test.step('approved by keyboard, it goes on at once', async () => {
    await run.inspector.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await run.isNow('Completed');
    await run.stepIs('Ship', 'completed');
  });
});
