import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRuntimes } from '../adapters/runtimes';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { LeaseLost } from '../store/deployments/leader';
import { replicasOf } from '../store/deployments/read-deployments';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { Leadership } from './leadership';
import { LocalProvider } from './local/local-provider';
import { create, FAST, openWorkbench, processOf, type Workbench } from './testing/workbench';

let bench: Workbench;
let disk: 'free' | 'full' = 'free';

beforeAll(async () => {
  bench = await openWorkbench(await createTestDatabase());
});
afterAll(() => bench.close());
beforeEach(() => {
  disk = 'free';
});

/** As a file that is written to a full disk. */
const fetching = async () => {
  if (disk === 'free') return;
  const message = 'ENOSPC: no space left on device, write';
  throw Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write' });
};
const remove = async (server: ServerDeployments, name: string) => {
  await server.registry.deleteAs(name, BY_PERSON);
  await bench.untilGone(name);
};
const ownersOf = async (name: string) =>
  new Set((await bench.stateOf(name))?.replicas.map(({ owner }) => owner));

describe('the process that takes over', () => {
  it('keeps running replicas while the disk is full, and starts them again when it is not', async () => {
    const first = await bench.open({ fetching });
    await create(first, 'serving', { replicas: 2 });
    const before = await bench.untilStatus('serving', 'active');
    const [owner] = await ownersOf('serving');
    disk = 'full';
    const second = await bench.open({ fetching });
    await until('another owner', async () => {
      const owners = await ownersOf('serving');
      return owners.size > 0 && !owners.has(owner ?? '');
    });
    // Deployments are reconciled only when every replica has been adopted.
    await create(second, 'later');
    await until('the later deployment to wait', async () =>
      (await bench.stateOf('later'))?.row.error?.message.includes('ENOSPC'),
    );
    const kept = await bench.untilStatus('serving', 'active');
    const pids = ({ replicas }: typeof kept) => replicas.map(({ id, pid, state }) => ({ id, pid, state }));
    expect(pids(kept)).toEqual(pids(before));
    expect((await bench.processes()).map(({ pid }) => pid).sort()).toEqual(
      before.replicas.map(({ pid }) => pid).sort(),
    );
    process.kill(processOf(kept.replicas[0]), 'SIGKILL');
    const message = await until('the reason', async () => {
      const replica = (await bench.stateOf('serving'))?.replicas[0];
      return (replica?.restarts ?? 0) > 1 && replica?.message;
    });
    expect(message).toContain('could not be started: ENOSPC: no space left on device');
    disk = 'free';
    const after = await until('both replicas', async () => {
      const state = await bench.stateOf('serving');
      const isWhole = state?.replicas.length === 2 && state.replicas.every((each) => each.state === 'ready');
      return isWhole && state;
    });
    // The one that was not killed never stopped.
    expect(after.replicas[1]).toMatchObject({ pid: before.replicas[1]?.pid, restarts: 0 });
    await bench.untilStatus('later', 'active');
    expect(await bench.processes()).toHaveLength(3);
    await Promise.all([remove(second, 'serving'), remove(second, 'later')]);
    expect(await bench.processes()).toEqual([]);
    expect(bench.reported).toEqual([]);
  });
});

describe('a process that lost the lease', () => {
  it('adds no replica', async () => {
    const place = { sql: bench.sql, kind: 'web' } as const;
    // On its clock, it still leads however long the other one takes.
    const stale = new Leadership({ ...place, owner: 'wkr_stale', isOnly: true, now: () => 0 });
    // The server of the test before can renew its lease in this moment.
    await until('the lease', () => stale.hold());
    const provider = await providerOf(stale);
    const first = await bench.open();
    const row = await create(first, 'fenced', { replicas: 0 });
    await bench.untilStatus('fenced', 'stopped');
    expect(stale.isCertain).toBe(true);
    await expect(provider.ensure({ ...row, replicas: 1 })).rejects.toThrow(LeaseLost);
    expect(await replicasOf(bench.sql, [row.id])).toEqual([]);
    expect(await bench.processes()).toEqual([]);
    await remove(first, 'fenced');
  });

  it('neither ends nor forgets the replicas that the next leader has', async () => {
    const first = await bench.open();
    await create(first, 'handed');
    const before = await bench.untilStatus('handed', 'active');
    const second = await bench.open();
    await until('another owner', async () => {
      const [owner] = await ownersOf('handed');
      return owner !== before.replicas[0]?.owner;
    });
    await first.stop();
    const { replicas } = await bench.untilStatus('handed', 'active');
    expect(replicas).toMatchObject([{ id: before.replicas[0]?.id, pid: before.replicas[0]?.pid }]);
    expect(await bench.processes()).toHaveLength(1);
    await remove(second, 'handed');
  });
});

async function providerOf(leadership: Leadership) {
  const { folder, runtimesFile, weights, instance } = bench.place;
  const runtimes = { file: runtimesFile, environment: { PATH: '/usr/bin:/bin' } };
  return new LocalProvider({
    ...{ sql: bench.sql, leadership, timings: FAST, owner: 'wkr_stale', node: 'here' },
    runtimes: await openRuntimes({ root: process.cwd(), runtimes }),
    localPath: async () => weights,
    folder: join(folder, 'stale'),
    markPrefix: `${instance}/`,
    inFlight: async () => 0,
    listGpus: async () => ({ gpus: [] }),
    report: (error) => void bench.reported.push(error),
    changed: () => undefined,
  });
}
