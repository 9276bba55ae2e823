import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '@/lib/server/deployments/testing/workbench';
import { BY_PERSON } from '@/lib/server/store/deployments/change-deployments';
import { createTestDatabase, type TestDatabase } from '@/lib/server/testing/database';
import { until } from '@/lib/server/testing/until';
import { killServers, startServer } from './kill-servers';
import { seeded } from './random';

/** Real processes that are killed and waited for, on a machine that may be busy. */
const seed = Date.now() % 1_000_000;
let database: TestDatabase;
let bench: Workbench;

beforeAll(async () => {
  database = await createTestDatabase();
  bench = await openWorkbench(database);
});
afterAll(() => bench.close());

it('replicas go on while their server is dead, and the next server takes them over', async () => {
  const given = { target: database.target, place: bench.place, names: ['kept'] };
  const killed = startServer(given);
  const before = await bench.untilStatus('kept', 'active');
  await killed.kill();
  const server = await bench.open();
  const owners = async () => (await bench.stateOf('kept'))?.replicas.map(({ owner }) => owner);
  await until('other owners', async () =>
    (await owners())?.every((one) => one !== before.replicas[0]?.owner),
  );
  const after = await bench.untilStatus('kept', 'active');
  expect(after.replicas.map(({ pid }) => pid)).toEqual(before.replicas.map(({ pid }) => pid));
  expect(bench.reported).toEqual([]);
  const killedPid = after.replicas[0]?.pid ?? 0;
  process.kill(killedPid, 'SIGKILL');
  await until('another process', async () => {
    const replica = (await bench.stateOf('kept'))?.replicas[0];
    return replica?.state === 'ready' && replica.pid !== null && replica.pid !== killedPid;
  });
  await bench.untilStatus('kept', 'active');
  await server.registry.deleteAs('kept', BY_PERSON);
  await bench.untilGone('kept');
  expect(await bench.processes()).toEqual([]);
  await server.stop();
});

it(`five killed servers leave no process without a replica and no replica with two (seed ${seed})`, async () => {
  const { between } = seeded(seed);
  const found = await killServers(bench, database.target, { kills: 5, between });
  expect(found).toMatchObject({ orphans: 0, doubles: 0, sameNames: 0, left: 0 });
});
