import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { RunPage } from './pages/run';
import { createGate } from './servers/service';

test('an active run looks the same after a reload and in a second tab, and both show its end', async ({
  pipelines,
  editor,
  run,
  service,
  page,
  context,
}) => {
  const gate = createGate();
  service.answer('/first', { body: { part: 1 } });
  service.answer('/slow', { body: { part: 2 }, until: gate.opened });
  await pipelines.import({
    name: unique('Long run'),
    steps: [
      { id: 'first', name: 'First', action: 'http_request', params: { url: `${service.url}/first` } },
      {
        id: 'slow',
        name: 'Slow',
        action: 'http_request',
        params: { url: `${service.url}/slow`, timeout_seconds: 300 },
        depends_on: ['first'],
      },
      {
        id: 'last',
        name: 'Last',
        action: 'set_output',
        params: { key: 'parts', value: '{{steps.slow.output.response_body.part}}' },
      },
    ],
  });

  const isUnderWay = async (shown: RunPage) => {
    await shown.isNow('Running');
    await shown.stepIs('First', 'completed');
    await shown.stepIs('Slow', 'running');
    await shown.stepIs('Last', 'pending');
  };
  const hasEnded = async (shown: RunPage) => {
    await shown.isNow('Completed');
    await shown.stepIs('Slow', 'completed');
    await shown.stepIs('Last', 'completed');
  };

  await editor.run();
  await isUnderWay(run);
  const number = await run.number();

  await page.reload();
  await isUnderWay(run);
  expect(await run.number()).toBe(number);

  const tab = await context.newPage();
  await tab.goto(`/runs/${run.id()}?step=slow`);
  const second = new RunPage(tab);
  await isUnderWay(second);
  await expect(second.inspector.getByRole('heading', { name: 'Slow' })).toBeVisible();
  await expect(second.attempts()).toHaveCount(1);

  let loads = 0;
  page.on('load', () => (loads += 1));
  tab.on('load', () => (loads += 1));
  gate.open();
  await hasEnded(run);
  await hasEnded(second);
  expect(await second.output()).toMatchObject({ status_code: 200, response_body: { part: 2 } });
  expect(await run.runOutput('parts')).toBe(2);
  expect(loads, 'pages loaded after the gate was opened').toBe(0);
  expect(service.requests.map(({ path }) => path)).toEqual(['/first', '/slow']);
});
