import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { createGate } from './servers/service';

const CITIES = ['Ulm', 'Bonn', 'Kiel', 'Jena', 'Trier'];

test('a loop continues after a failed item and keeps the order, or stops there when configured', async ({
  pipelines,
  editor,
  run,
  service,
}) => {
  const first = createGate();
  for (const city of CITIES) service.answer(`/weather/${city}`, { body: { city, degrees: city.length } });
  service.answer('/weather/Ulm', { body: { city: 'Ulm', degrees: 3 }, until: first.opened });
  service.answer('/weather/Kiel', { status: 422, body: { error: 'no station in Kiel' } });
  await pipelines.import({
    name: unique('Weather'),
    params: { cities: { type: 'array', default: CITIES } },
    steps: [
      {
        id: 'each',
        name: 'Each city',
        action: 'loop',
        params: {
          items: '{{params.cities}}',
          action: 'http_request',
          action_params: {
            url: `${service.url}/weather/{{item}}`,
            expect_status: '2xx',
            timeout_seconds: 300,
          },
          parallel: true,
          on_item_failure: 'continue',
        },
      },
      {
        id: 'keep',
        name: 'Keep',
        action: 'set_output',
        params: { key: 'failed', value: '{{steps.each.output.failed}}' },
        depends_on: ['each'],
      },
    ],
  });
  const { iterations } = run;
  const rows = iterations.getByRole('listitem');

  await test.step('all go at once: the others end while the first is held', async () => {
    await editor.runWithParams();
    await run.stepIs('Each city', 'running');
    await run.look('Each city');
    await expect(iterations).toContainText('3 completed');
    await expect(iterations).toContainText('1 failed');
    await expect(iterations).toContainText('1 running');
    first.open();
    await run.isNow('Completed, 1 of 5 iterations failed');
    await run.stepIs('Each city', 'completed with warnings');
    await run.stepIs('Keep', 'completed');
  });

  await test.step('results stand in the order of the list, with nothing where one failed', async () => {
    expect(await run.output()).toMatchObject({
      results: [
        { response_body: { city: 'Ulm' } },
        { response_body: { city: 'Bonn' } },
        null,
        { response_body: { city: 'Jena' } },
        { response_body: { city: 'Trier' } },
      ],
      count: 5,
      failed: 1,
      errors: [{ index: 2, error: { kind: 'http_status', code: '422' } }],
    });
  });

  await test.step('every iteration has its record, and the failed one says why', async () => {
    await iterations.getByRole('button', { name: 'List' }).click();
    await expect(rows).toHaveCount(CITIES.length);
    for (const [index, city] of CITIES.entries()) await expect(rows.nth(index)).toContainText(city);
    await expect(rows.nth(2).getByRole('img', { name: 'Failed' })).toBeVisible();
    await rows.nth(2).getByRole('button').click();
    await expect(run.failure('http_status')).toBeVisible();
    await expect(run.inspector).toContainText('returned 422, expected 2xx.');
    await expect(run.part('Logs')).toContainText('no station in Kiel');
    await rows.nth(4).getByRole('button').click();
    expect(await run.output()).toMatchObject({ response_body: { city: 'Trier', degrees: 5 } });
  });

  await test.step('told to fail, one after the other, it stops at the failing one', async () => {
    await run.exit();
    await editor.inspect('Each city');
    await editor.choose('On item failure', 'Fail the step');
    await editor.inspector.getByRole('switch', { name: 'Parallel', exact: true }).click();
    await editor.isSaved();
    const before = service.requests.length;
    await editor.runWithParams();
    await run.isNow('Failed');
    await run.stepIs('Each city', 'failed');
    await run.stepIs('Keep', 'skipped');
    expect(service.requests.slice(before).map(({ path }) => path)).toEqual([
      '/weather/Ulm',
      '/weather/Bonn',
      '/weather/Kiel',
    ]);
    await run.look('Each city');
    await expect(run.inspector).toContainText('Iteration 3 of 5 failed:');
    await expect(iterations).toContainText('2 not started');
  });
});
