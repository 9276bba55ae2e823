import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { until } from '../../testing/until';
import { wantedDeployment } from '../testing/wanted-deployment';
import { TIMINGS } from '../timings';
import { ClusterGone } from './connections';
import { KubernetesProvider, type KubernetesProviderOptions } from './kubernetes-provider';

let passes: number;
let changes: number;
let isEnsured: boolean;
let reports: unknown[];
let problem: unknown;
let provider: KubernetesProvider;

const unreachable = {
  unsafe: () => {
    throw new Error('The database does not respond.');
  },
};

beforeEach(() => {
  passes = 0;
  changes = 0;
  isEnsured = true;
  reports = [];
  const options: Partial<KubernetesProviderOptions> = {
    sql: unreachable as unknown as Sql,
    timings: { ...TIMINGS, tickMs: 3_600_000, liveProbeMs: 3_600_000 },
    open: () => {
      passes += 1;
      return Promise.reject(problem);
    },
    report: (error) => reports.push(error),
    // As the controller does.
    changed: () => {
      changes += 1;
      if (isEnsured && passes < 10) void provider.ensure(wantedDeployment);
    },
  };
  provider = new KubernetesProvider(options as KubernetesProviderOptions);
});
afterEach(() => provider.leave());

it('pauses after a pass that failed, and starts one for another desired state at once', async () => {
  problem = new TypeError('broken');
  await provider.ensure(wantedDeployment);
  await until('the end of the pass', () => changes > 0);
  expect(passes).toBe(1);
  expect(reports).toEqual([problem]);
  await provider.ensure({ ...wantedDeployment, generation: 2 });
  expect(passes).toBe(2);
});

it('says that its cluster was removed', async () => {
  problem = new ClusterGone(wantedDeployment.clusterId);
  await provider.ensure(wantedDeployment);
  await until('the end of the pass', () => changes > 0);
  expect(await provider.ensure(wantedDeployment)).toMatchObject({
    waiting: expect.stringContaining('The cluster gpu-east was removed from this installation.'),
  });
});

it('reports a failure that could not be stored', async () => {
  isEnsured = false;
  problem = new ActionError('rejected', 'The cluster refused the token.');
  await provider.remove({ ...wantedDeployment, status: 'deleting' });
  await until('the end of the pass', () => changes > 0);
  expect(reports).toMatchObject([{ message: 'The database does not respond.' }]);
});
