import { describe, expect, it } from 'vitest';
import { ActionError } from '../../errors';
import { normalize } from '../../pipeline/normalize';
import type { ClusterHealth, ClusterIssue } from '../../ports';
import { fakeContext, perform } from '../../testing/fakes';
import { catalogue } from '..';
import { clusterHealth } from './cluster_health';

const capacity = (cpu: number, memory: number, gpu: number) => ({
  cpu: { total: 8, free: cpu },
  memory: { total: 64e9, free: memory },
  gpu: { total: 4, free: gpu },
});

const node = (name: string, isReady = true) => ({ name, isReady, gpuTypes: [], ...capacity(1, 1, 0) });

const issue = (check: ClusterIssue['check'], severity: ClusterIssue['severity'] = 'degraded') => ({
  check,
  severity,
  message: `Something is wrong with ${check}.`,
});

/** Runs the action on a cluster in this state. */
async function check(written: Record<string, unknown>, state: Partial<ClusterHealth> = {}) {
  const asked: string[] = [];
  const health = {
    nodes: [node('a')],
    capacity: capacity(1.96, 3.27e9, 2),
    gpuTypes: ['L4'],
    issues: [],
    ...state,
  };
  const clusters = {
    health: async (id: string) => {
      asked.push(id);
      return health;
    },
  };
  const ctx = fakeContext({ clusters });
  const output = await perform(clusterHealth, { cluster_id: 'local', ...written }, ctx);
  return { output, asked, lines: ctx.log.lines };
}

describe('cluster_health', () => {
  it('returns status, ready nodes and free capacity, rounded down', async () => {
    const { output, asked, lines } = await check({}, { nodes: [node('a'), node('b'), node('c', false)] });
    expect(asked).toEqual(['local']);
    expect(output).toEqual({
      status: 'healthy',
      node_count: 2,
      available_resources: { cpu: '1.9', memory_gb: 3.2, gpu_count: 2, gpu_types: ['L4'] },
      issues: [],
    });
    expect(lines).toEqual([{ level: 'info', message: 'local is healthy' }]);
  });

  it('completes with the worst status, and logs every issue', async () => {
    const { output, lines } = await check({}, { issues: [issue('nodes'), issue('api', 'unhealthy')] });
    expect(output.status).toBe('unhealthy');
    expect(output.issues).toHaveLength(2);
    expect(lines.map(({ message }) => message)).toEqual([
      'local is unhealthy',
      'Something is wrong with nodes.',
      'Something is wrong with api.',
    ]);
    expect((await check({}, { issues: [issue('storage')] })).output.status).toBe('degraded');
  });

  it('covers only the checks that are listed', async () => {
    const state = { issues: [issue('nodes'), issue('gpu', 'unhealthy')] };
    const { output } = await check({ checks: ['nodes', 'api'] }, state);
    expect(output).toMatchObject({ status: 'degraded', issues: [{ check: 'nodes' }] });
    expect((await check({ checks: ['storage'] }, state)).output.status).toBe('healthy');
  });

  it('waits timeout_seconds for the cluster to respond, 30 by default', async () => {
    const seconds: number[] = [];
    const late = new ActionError('timeout', 'Too late.');
    const deadline = (limit: number) => {
      seconds.push(limit);
      return AbortSignal.abort(late);
    };
    const clusters = {
      health: (_: string, { signal }: { signal: AbortSignal }) => Promise.reject(signal.reason),
    };
    const run = (written: object) =>
      perform(clusterHealth, { cluster_id: 'far', ...written }, fakeContext({ deadline, clusters }));
    await expect(run({})).rejects.toBe(late);
    await expect(run({ timeout_seconds: 5 })).rejects.toBe(late);
    expect(seconds).toEqual([30, 5]);
  });

  it('accepts both spellings of its timeout', () => {
    const document = (params: object) => ({
      name: 'Health',
      steps: [{ id: 'a', action: 'cluster_health', params: { cluster_id: 'local', ...params } }],
    });
    for (const written of [{ timeout: 7 }, { timeout_seconds: 7 }]) {
      const { steps } = normalize(document(written), catalogue.descriptors);
      expect(steps[0]?.params).toMatchObject({ timeout_seconds: 7 });
    }
  });

  it.each([
    {},
    { cluster_id: '' },
    { cluster_id: 'local', checks: [] },
    { cluster_id: 'local', timeout_seconds: 0.5 },
  ])('refuses %j', (written) => {
    expect(clusterHealth.params.safeParse(written).success).toBe(false);
  });
});
