import { expect } from 'vitest';
import { ActionError, clusterStatus } from '@/engine';
import type { Capacity, ClusterHealth } from '@/engine/ports';
import type { ClusterProvider } from '../provider';

/** Checks the health that any provider reports for a healthy cluster. */
export async function expectHealth(provider: ClusterProvider): Promise<ClusterHealth> {
  const health = await provider.health(new AbortController().signal);
  expect(clusterStatus(health.issues)).not.toBe('unhealthy');
  expect(health.nodes.some(({ isReady }) => isReady)).toBe(true);
  expect(new Set(health.nodes.map(({ name }) => name)).size).toBe(health.nodes.length);
  const parts = [health.capacity, ...health.nodes];
  for (const capacity of parts.flatMap(({ cpu, memory, gpu }) => [cpu, memory, gpu]))
    expectCapacity(capacity);
  if (health.disk) expectCapacity(health.disk);
  expect(Number.isInteger(health.capacity.gpu.total)).toBe(true);
  expect([...health.gpuTypes]).toEqual([...new Set(health.gpuTypes)].sort());
  expect(JSON.parse(JSON.stringify(health))).toEqual(health);
  return health;
}

function expectCapacity({ total, free }: Capacity): void {
  expect(free).toBeGreaterThanOrEqual(0);
  expect(free).toBeLessThanOrEqual(total);
}

/** Checks that any provider stops when its caller aborts, before or during the request. */
export async function expectAborts(provider: ClusterProvider): Promise<void> {
  const late = new ActionError('timeout', 'Too late.');
  await expect(provider.health(AbortSignal.abort(late))).rejects.toBe(late);
}
