import { afterAll, beforeAll, expect, it } from 'vitest';
import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { App } from '../compose';
import { answerPause } from '../services/runs/debug/answer-pause';
import { listBreakpoints, removeBreakpoint, setBreakpoint } from '../services/runs/debug/breakpoints';
import { listPauses } from '../services/runs/debug/pauses';
import { submitRun } from '../services/runs/submit';
import { openTestApp, untilEnded } from '../testing/app';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { createServe } from './serve';

let app: App;

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase());
});

afterAll(() => app.close());

const serve = createServe(() => Promise.resolve(app));
const routes = {
  start: serve(runEndpoints.start, submitRun),
  set: serve(breakpointEndpoints.set, setBreakpoint),
  list: serve(breakpointEndpoints.list, listBreakpoints),
  remove: serve(breakpointEndpoints.remove, removeBreakpoint),
  pauses: serve(breakpointEndpoints.pauses, listPauses),
  answer: serve(breakpointEndpoints.answer, answerPause),
};

/** Sends a request of a program. */
async function send(route: keyof typeof routes, method: string, path: string, body?: unknown) {
  const request = new Request(`http://localhost:3000/api/v1/${path}`, {
    method,
    headers: { host: 'localhost:3000', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await routes[route](request);
  return { status: response.status, body: await response.json() };
}

const steps = [
  { id: 'a', action: 'log', params: { message: 'hello' } },
  { id: 'b', action: 'log', params: { message: '{{steps.a.output.message}}' } },
];

it('breakpoints are set, listed, used by a run, and removed over HTTP', async () => {
  const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Debugged', steps }) });
  const path = `pipelines/${id}/breakpoints`;
  const b1 = { at: { step: 'b' }, condition: "steps.a.output.message == 'hello'" };
  expect((await send('set', 'PUT', `${path}/b1`, b1)).status).toBe(200);
  const bad = await send('set', 'PUT', `${path}/b2`, { at: { step: 'b' }, condition: 'steps.' });
  expect(bad).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect((await send('list', 'GET', path)).body).toMatchObject({ breakpoints: [{ id: 'b1' }], problems: [] });

  const started = await send('start', 'POST', 'runs', { pipelineId: id, breakpoints: true });
  expect(started.status).toBe(201);
  const run: string = started.body.id;
  const pause = await until('the pause', async () => {
    const { pauses } = (await send('pauses', 'GET', `runs/${run}/pauses`)).body;
    return pauses[0];
  });
  expect(pause).toMatchObject({ step: 'b', moment: 'before', inputs: { message: 'hello' } });

  const answer = (given: object) => send('answer', 'POST', `runs/${run}/pauses`, { step: 'b', ...given });
  expect((await answer({ answer: { do: 'continue', inputs: { level: 'loud' } } })).status).toBe(400);
  expect((await answer({ answer: { do: 'dance' } })).status).toBe(400);
  expect((await answer({ pause: 999, answer: { do: 'skip' } })).status).toBe(409);
  expect((await answer({ pause: pause.pause, answer: { do: 'continue' } })).status).toBe(200);
  expect((await answer({ answer: { do: 'skip' } })).status).toBe(409);
  expect(await untilEnded(app, run)).toMatchObject({ status: 'completed' });

  const { events } = await app.audit.list({ limit: 200 });
  const continued = events.filter(({ action }) => action === 'run.continued');
  expect(continued.map(({ details }) => details)).toEqual([
    expect.objectContaining({ step: 'b', decision: 'continue' }),
  ]);
  expect((await send('remove', 'DELETE', `${path}/b1`)).status).toBe(200);
  expect((await send('remove', 'DELETE', `${path}/b1`)).status).toBe(404);
});

it('breakpoints of a request must fit the pipeline', async () => {
  const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Debugged', steps }) });
  const start = (breakpoints: unknown) => send('start', 'POST', 'runs', { pipelineId: id, breakpoints });
  expect(await start([{ id: 'x', at: { step: 'gone' } }])).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^The breakpoint is at the step gone, which does not exist\./) },
  });
  const twice = [
    { id: 'x', at: { step: 'a' } },
    { id: 'x', at: { step: 'b' } },
  ];
  expect((await start(twice)).body.message).toMatch(/^Two breakpoints have the id x\./);
  expect((await start(false)).status).toBe(400);
});
