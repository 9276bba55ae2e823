import { expect, test } from './fixtures';
import { axeViolations } from './pages/axe';
import { unique } from './pages/pipelines';

test('a run fails with its reason and attempts, and a re-run with other params completes', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  service.answer('/orders/today', { body: { count: 7 } });
  service.answer('/orders/yesterday', { body: { count: 5 } });
  await pipelines.import({
    name: unique('Orders'),
    params: { day: { type: 'string', required: true, default: 'today' } },
    steps: [
      { id: 'fetch', action: 'http_request', params: { url: `${service.url}/orders/{{params.day}}` } },
      {
        id: 'keep',
        action: 'set_output',
        params: { key: 'count', value: '{{steps.fetch.output.response_body.count}}' },
      },
    ],
  });

  await test.step('ask for a good status and for three attempts without a wait', async () => {
    await editor.inspect('HTTP request');
    await editor.type('Expect status', '2xx');
    await editor.inspector.getByRole('button', { name: 'Add retry' }).click();
    await expect(editor.inspector.getByRole('spinbutton', { name: 'Attempts' })).toHaveText('3');
    await editor.type('Initial delay in seconds', '0');
    await editor.hasNoProblems();
  });

  await test.step('all is well', async () => {
    await editor.runWithParams();
    await run.isNow('Completed');
    await run.look('HTTP request');
    await expect(run.attempts()).toHaveCount(1);
    await run.exit();
  });

  await test.step('the service hangs up', async () => {
    service.answer('/orders/today', { hangUp: true });
    await editor.runWithParams();
    await run.isNow('Failed');
    await run.stepIs('HTTP request', 'failed');
    await run.stepIs('Set output', 'skipped');
    await run.look('HTTP request');
    await expect(run.failure('connection_error')).toBeVisible();
    await expect(run.attempts()).toHaveCount(3);
    await expect(run.attempts().last()).toHaveAccessibleName(/^Failed Attempt 3 connection_error/);
    await run.look('Set output');
    await expect(run.inspector).toContainText('because HTTP request failed');
    await run.exit();
  });

  await test.step('the service answers that it is broken', async () => {
    service.answer('/orders/today', { status: 500, body: { error: 'out of paper' } });
    const before = service.requests.length;
    await editor.runWithParams();
    await run.isNow('Failed');
    await run.look('HTTP request');
    await expect(run.failure('http_status')).toBeVisible();
    await expect(run.inspector).toContainText('returned 500, expected 2xx.');
    await expect(run.attempts()).toHaveCount(3);
    expect(service.requests.length - before).toBe(3);
    const keys = new Set(service.requests.slice(before).map((request) => request.key));
    expect(keys.size, 'attempts of one step carry one idempotency key').toBe(1);
  });

  const broken = await run.number();
  const brokenId = run.id();

  await test.step('somebody re-runs it for another day', async () => {
    await run.lookAtAll();
    const panel = await run.rerun();
    const day = panel.getByRole('textbox', { name: 'day' });
    await expect(day).toHaveValue('today');
    await day.fill('yesterday');
    await panel.getByRole('button', { name: 'Re-run 2 steps' }).click();
    await expect(panel).toBeHidden();
    await run.isNow('Completed');
    expect(await run.number()).toBe(broken + 1);
    expect(await run.params()).toEqual({ day: 'yesterday' });
    expect(await run.runOutput('count')).toBe(5);
  });
  const repairedId = run.id();

  await test.step('the new run names the one it repeats, which stays as it was', async () => {
    await run.summary.getByRole('link', { name: `run #${broken}` }).click();
    await page.waitForURL(`**/runs/${brokenId}`);
    await run.isNow('Failed');
    expect(await run.params()).toEqual({ day: 'today' });
  });

  await test.step('the comparison of both names the parameter that differs, and what follows', async () => {
    await run.summary.getByRole('link', { name: 'with another run' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Compare runs' })).toBeVisible();
    await page.goto(`/runs/${repairedId}/compare`);
    await expect(page.getByText('The runs diverge at fetch.')).toBeVisible();
    const steps = page.getByRole('table', { name: 'Steps' });
    await expect(steps.getByRole('row', { name: /^fetch/ })).toContainText(
      'run parameter that has another value',
    );
    await expect(page.getByRole('list', { name: 'Differences of the inputs of fetch' })).toContainText(
      'yesterday',
    );
    await steps.getByRole('button', { name: 'keep' }).click();
    await expect(steps.getByRole('row', { name: /^keep/ })).toContainText(
      'follows from the difference in fetch',
    );
    expect(await axeViolations(page)).toEqual([]);
  });
});
