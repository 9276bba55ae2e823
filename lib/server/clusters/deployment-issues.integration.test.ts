import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deploymentReplicas, deployments } from '@/drizzle/schema';
import { rowsOf } from '../db/rows';
import { takeLease } from '../store/deployments/leader';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { deploymentIssues } from './deployment-issues';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.sql`truncate deployments cascade`);
afterAll(() => database.close());

/** A deployment of two replicas that was complete once, of which this many are ready. */
async function deploy(ready: number, more: Partial<typeof deployments.$inferInsert> = {}): Promise<void> {
  const rows = rowsOf(database.sql);
  await rows.insert(deployments).values({
    ...{ id: 'dep_1', name: 'support', modelId: 'mdl_1', clusterId: 'local', runtime: 'good' },
    ...{ status: 'active', replicas: 2, resources: { gpu_count: 0 }, observed: 1 },
    ...more,
  });
  for (let number = 0; number < ready; number += 1) {
    const replica = {
      id: `rep_${number}`,
      deploymentId: 'dep_1',
      state: 'ready',
      node: 'here',
      gpus: [],
    } as const;
    await rows.insert(deploymentReplicas).values(replica);
  }
}
const issues = (clusterId = 'local') => deploymentIssues(database.sql, clusterId);

describe('the deployments of a cluster', () => {
  it('are no issue while all replicas are ready', async () => {
    await deploy(2);
    expect(await issues()).toEqual([]);
  });

  it('make it degraded while one lacks ready replicas, and only the cluster that it is on', async () => {
    await deploy(1);
    expect(await issues()).toEqual([
      {
        check: 'deployments',
        severity: 'degraded',
        message: 'The deployment support has 1 of 2 replicas ready. Check the events on its page.',
      },
    ]);
    expect(await issues('gpu-east')).toEqual([]);
  });

  it('make it degraded when one failed, with the reason', async () => {
    const error = { kind: 'rejected', message: 'No replica became ready.' } as const;
    await deploy(0, { status: 'failed', observed: 0, error });
    expect(await issues()).toMatchObject([
      { severity: 'degraded', message: 'The deployment support failed. No replica became ready.' },
    ]);
  });

  it('make it degraded when one waits for something', async () => {
    const error = { kind: 'rejected', message: 'A replica needs 1 GPUs.' } as const;
    await deploy(0, { status: 'pending', observed: 0, error });
    expect(await issues()).toMatchObject([
      { message: 'The deployment support has 0 of 2 replicas ready. A replica needs 1 GPUs.' },
    ]);
  });

  it.each([
    ['starts', 0, { status: 'deploying', observed: 0 }],
    ['scales up', 2, { status: 'scaling', replicas: 3, generation: 2 }],
    ['is stopped', 0, { status: 'stopped', replicas: 0 }],
    ['is deleted', 1, { status: 'deleting' }],
  ] as const)('are no issue while one %s', async (_, ready, more) => {
    await deploy(ready, more);
    expect(await issues()).toEqual([]);
  });

  it('make this machine unhealthy when no controller is running', async () => {
    await deploy(2);
    const leader = { owner: 'wkr_1', host: 'here', pid: 1, started: '1' };
    await takeLease(database.sql, leader, undefined);
    expect(await issues()).toEqual([]);
    await database.sql`update installation set updated_at = now() - interval '2 minutes'`;
    expect(await issues()).toMatchObject([
      { severity: 'unhealthy', message: expect.stringContaining('Check that the server is running') },
    ]);
  });
});
