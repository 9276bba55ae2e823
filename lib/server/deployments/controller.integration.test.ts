import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { create, MODEL_ID, openWorkbench, type Workbench } from './testing/workbench';

let bench: Workbench;
let server: ServerDeployments;

beforeAll(async () => {
  bench = await openWorkbench(await createTestDatabase());
  // Only the test ends the wait for a server that does not answer.
  server = await bench.open({ timings: { probeTimeoutMs: 60_000 } });
});
afterAll(() => bench.close());

const remove = async (name: string) => {
  await server.registry.deleteAs(name, BY_PERSON);
  await bench.untilGone(name);
};

it('an external server that does not answer delays no other deployment', async () => {
  const held: ServerResponse[] = [];
  const silent = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const externalUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const wanted = { modelId: MODEL_ID, clusterId: 'local', replicas: 1, resources: { gpu_count: 0 } };
  await server.registry.createAs({ ...wanted, name: 'silent', externalUrl }, BY_PERSON);
  await until('a question to the external server', () => held.length === 1);
  await create(server, 'beside');
  await bench.untilStatus('beside', 'active');
  await server.registry.scaleAs('beside', 2, BY_PERSON);
  await until('two replicas', async () => (await bench.stateOf('beside'))?.replicas.length === 2);
  expect(held).toHaveLength(1);
  expect((await bench.stateOf('silent'))?.row.status).toBe('pending');
  held[0]?.end('{}');
  await bench.untilStatus('silent', 'active');
  silent.closeAllConnections();
  silent.close();
  await Promise.all([remove('silent'), remove('beside')]);
});

it('deployments that start together get different GPUs and ports', async () => {
  const names = ['left', 'right'];
  await Promise.all(names.map((name) => create(server, name, { resources: { gpu_count: 1 } })));
  const states = await Promise.all(names.map((name) => bench.untilStatus(name, 'active')));
  const replicas = states.flatMap((state) => state.replicas);
  expect(replicas.map(({ gpus }) => gpus[0]).sort()).toEqual([0, 1]);
  expect(new Set(replicas.map(({ url }) => url)).size).toBe(2);
  await Promise.all(names.map(remove));
});

it('a deployment whose files cannot be written says so, and starts when they can', async () => {
  const folder = join(bench.folder, 'data', 'deployments');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(bench.folder, 'data'), { recursive: true });
  await writeFile(folder, 'not a folder');
  await create(server, 'full');
  // Before, the error may say that the plan takes long.
  await until('the reason', async () =>
    /^The files of a replica cannot be written: ENOTDIR/.test(
      (await bench.stateOf('full'))?.row.error?.message ?? '',
    ),
  );
  await rm(folder);
  const { row } = await bench.untilStatus('full', 'active');
  expect(row.error).toBeNull();
  await remove('full');
});
