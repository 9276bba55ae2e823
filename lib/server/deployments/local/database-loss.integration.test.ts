import { afterAll, beforeAll, expect, it } from 'vitest';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import { createTestDatabase } from '../../testing/database';
import { until } from '../../testing/until';
import { create, openWorkbench, processOf, type Workbench } from '../testing/workbench';

let bench: Workbench;
/** Further requests for the number of requests in flight that the database does not answer. */
let losses = 0;

beforeAll(async () => {
  bench = await openWorkbench(await createTestDatabase());
});
afterAll(() => bench.close());

const inFlight = async () => {
  if (losses === 0) return 0;
  losses -= 1;
  throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
};

it('ends a replica that drains while the database does not answer', async () => {
  const server = await bench.open({ inFlight, timings: { drainMs: 60_000 } });
  await create(server, 'drained');
  await bench.untilStatus('drained', 'active');
  losses = 3;
  await server.registry.deleteAs('drained', BY_PERSON);
  await bench.untilGone('drained');
  expect(losses).toBe(0);
  expect(await bench.processes()).toEqual([]);
  expect(bench.reported).toEqual([]);
});

it('replaces a replica that stops responding while the database does not answer', async () => {
  const server = await bench.open({ inFlight, timings: { probeTimeoutMs: 500 } });
  losses = 3;
  await create(server, 'hanging');
  const { replicas } = await bench.untilStatus('hanging', 'active');
  process.kill(processOf(replicas[0]), 'SIGSTOP');
  await until('another process', async () => {
    const [replica] = (await bench.stateOf('hanging'))?.replicas ?? [];
    return replica?.state === 'ready' && replica.pid !== replicas[0]?.pid;
  });
  await server.registry.deleteAs('hanging', BY_PERSON);
  await bench.untilGone('hanging');
  expect(bench.reported).toEqual([]);
});
