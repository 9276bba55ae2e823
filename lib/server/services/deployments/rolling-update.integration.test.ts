import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeploymentRequest } from '@/engine/deployments';
import type { ServerDeployments } from '../../deployments';
import { create, MODEL_ID, openWorkbench, type Workbench } from '../../deployments/testing/workbench';
import { serveGateway, type TestGateway } from '../../gateway/testing/server';
import { eventsOfDeployment } from '../../store/deployments/read-deployments';
import { requestsAtReplica } from '../../store/gateway-loads';
import { createTestDatabase } from '../../testing/database';
import { until } from '../../testing/until';

let bench: Workbench;
let server: ServerDeployments;
let gateway: TestGateway;

const openServer = () =>
  bench.open({
    inFlight: (replicaId) => requestsAtReplica(bench.sql, replicaId),
    timings: { noticeMs: 300 },
  });

beforeAll(async () => {
  bench = await openWorkbench(await createTestDatabase());
  server = await openServer();
  gateway = await serveGateway(bench.sql);
});
afterAll(async () => {
  await gateway.stop();
  await bench.close();
});

/** Sends requests, four at a time, until it is stopped. @returns how many were answered, and what went wrong */
function startLoad(name: string) {
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      try {
        const answer = await fetch(`${gateway.url}/deployments/${name}/v1/models`);
        await answer.text();
        if (answer.status === 200) answered += 1;
        else failures.push(`status ${answer.status}`);
      } catch (error) {
        failures.push(String(error));
      }
      await delay(5);
    }
  };
  const callers = Promise.all(Array.from({ length: 4 }, caller));
  return {
    answered: () => answered,
    stop: async () => {
      isOver = true;
      await callers;
      return { answered, failures };
    },
  };
}

const wanted = (name: string, runtime: string, more: Partial<DeploymentRequest> = {}): DeploymentRequest => ({
  ...{ name, runtime, modelId: MODEL_ID, clusterId: 'local', replicas: 2, ifExists: 'update' },
  resources: { gpu_count: 0 },
  owner: { runId: 'run_1', step: 'release' },
  signal: AbortSignal.timeout(280_000),
  ...more,
});
const update = (name: string, runtime: string, more: Partial<DeploymentRequest> = {}) =>
  server.registry.create(wanted(name, runtime, more));
const releasesOf = async (name: string) =>
  (await bench.stateOf(name))?.replicas.map(({ release, state }) => `${release} ${state}`);
const eventsOf = async (name: string) => {
  const row = (await bench.stateOf(name))?.row;
  return row ? (await eventsOfDeployment(bench.sql, row.id)).map(({ message }) => message) : [];
};

it('replaces every replica by the new release without a failed request', async () => {
  await create(server, 'rolling', { replicas: 2 });
  await bench.untilStatus('rolling', 'active');
  const load = startLoad('rolling');
  await until('requests are answered', async () => load.answered() > 20);
  expect(await update('rolling', 'slow')).toMatchObject({ status: 'active', readyReplicas: 2 });
  const { answered, failures } = await load.stop();
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(50);
  const { row } = await bench.untilStatus('rolling', 'active');
  expect(row).toMatchObject({ runtime: 'slow', release: 2, previous: null, rolledBack: null });
  expect(await releasesOf('rolling')).toEqual(['2 ready', '2 ready']);
  expect(await eventsOf('rolling')).toContain(
    `Updated from model ${MODEL_ID} to model ${MODEL_ID}, as release 2.`,
  );
});

it('keeps the old release when the new one never becomes ready, without a failed request', async () => {
  await create(server, 'guarded', { replicas: 2 });
  const { replicas } = await bench.untilStatus('guarded', 'active');
  const load = startLoad('guarded');
  await expect(update('guarded', 'crash')).rejects.toThrow(
    /The new release of the deployment guarded was rolled back, and the model mdl_tiny keeps serving\. No replica became ready.*the weights are damaged/s,
  );
  const { row } = await until('the new replicas are gone', async () => {
    const state = await bench.stateOf('guarded');
    return state?.row.status === 'active' && state.replicas.length === 2 && state;
  });
  const { failures } = await load.stop();
  expect(failures).toEqual([]);
  expect(row).toMatchObject({ runtime: 'good', release: 1, previous: null, error: null });
  expect((await bench.stateOf('guarded'))?.replicas.map(({ pid }) => pid)).toEqual(
    replicas.map(({ pid }) => pid),
  );
  expect((await eventsOf('guarded')).join('\n')).toContain('Release 2 was rolled back');
});

it('changes nothing when a step that updated runs again, and scales where only the number differs', async () => {
  await update('again', 'good');
  const { row, replicas } = await bench.untilStatus('again', 'active');
  await update('again', 'good');
  expect((await bench.stateOf('again'))?.row.generation).toBe(row.generation);
  expect(await update('again', 'good', { replicas: 1 })).toMatchObject({ readyReplicas: 1 });
  const state = await bench.stateOf('again');
  expect(state?.row.release).toBe(1);
  expect(state?.replicas.map(({ pid }) => pid)).toEqual([replicas[0]?.pid]);
});

it('is continued by the next server, which returns to the old release when the new one fails', async () => {
  await create(server, 'handed', { replicas: 1 });
  const before = await bench.untilStatus('handed', 'active');
  await server.registry.createAs(wanted('handed', 'hang', { replicas: 1 }), {
    actor: undefined,
    origin: { runId: null, step: null },
  });
  await until('a new replica starts', async () => (await releasesOf('handed'))?.length === 2);
  await server.stop();
  server = await openServer();
  const { row } = await until('the release is rolled back', async () => {
    const state = await bench.stateOf('handed');
    return (
      state?.row.rolledBack !== null && state?.row.status === 'active' && state.replicas.length === 1 && state
    );
  });
  expect(row).toMatchObject({ runtime: before.row.runtime, release: 1 });
});

it.each([
  ['another cluster', { clusterId: 'gpu-east' }, 'The cluster gpu-east does not exist. Clusters: local.'],
  [
    'an external server',
    { externalUrl: 'http://127.0.0.1:1', modelId: 'x' },
    'The deployment rolling cannot be moved by an update: it is on the cluster local.',
  ],
  ['an unknown model', { modelId: 'mdl_none' }, 'The model mdl_none'],
  ['an unknown runtime', { runtime: 'none' }, 'none'],
  [
    'too much for one replica more',
    { resources: { gpu_count: 0, cpu_cores: 3 } },
    'The deployment rolling exceeds the capacity of the cluster: 3 × 3 CPU cores require 9, and this machine has 8',
  ],
])('refuses %s, and changes nothing', async (_, more, message) => {
  const generation = (await bench.stateOf('rolling'))?.row.generation;
  await expect(update('rolling', 'good', more)).rejects.toThrow(message);
  expect((await bench.stateOf('rolling'))?.row.generation).toBe(generation);
});
