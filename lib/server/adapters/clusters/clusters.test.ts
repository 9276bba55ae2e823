import { describe, expect, test } from 'vitest';
import { ActionError } from '@/engine';
import type { ClusterHealth } from '@/engine/ports';
import { createClusters } from '.';
import type { ClusterProvider } from './provider';

const none = { total: 0, free: 0 };
const state: ClusterHealth = {
  nodes: [],
  capacity: { cpu: none, memory: none, gpu: none },
  gpuTypes: [],
  issues: [],
};
const local: ClusterProvider = { health: async () => state };
const silent: ClusterProvider = { health: () => new Promise(() => undefined) };

const clusters = createClusters(local, {
  open: async (id) => (id === 'gpu-east' ? silent : undefined),
  ids: async () => ['gpu-east'],
});
const signal = new AbortController().signal;

describe('the clusters of an installation', () => {
  test('always include local', async () => {
    expect(await clusters.health('local', { signal })).toBe(state);
  });

  test('are listed in the error about an unknown one', async () => {
    await expect(clusters.health('gpu-west', { signal })).rejects.toMatchObject({
      kind: 'invalid_params',
      path: 'params.cluster_id',
      message: 'The cluster gpu-west does not exist. Clusters: local, gpu-east.',
    });
  });

  test('that do not respond end with the reason of the caller', async () => {
    const late = new ActionError('timeout', 'Cluster health took longer than 30 s.');
    const controller = new AbortController();
    const health = clusters.health('gpu-east', { signal: controller.signal });
    controller.abort(late);
    await expect(health).rejects.toBe(late);
  });
});
