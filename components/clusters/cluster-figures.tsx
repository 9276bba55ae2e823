'use client';

import { useQueries } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import type { ClusterSummary } from '@/lib/contracts/clusters';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { useDeployments } from '../deployments/use-deployments';
import { PageFigures } from '../shell/page-figures';
import { areGpusUnknown } from './gpu-groups';
import { reservedBy } from './reserved';

export interface ClusterFiguresProps {
  clusters: readonly ClusterSummary[];
}

/** Totals of nodes, GPUs and deployments over all clusters, by their last checks. */
export function ClusterFigures({ clusters }: ClusterFiguresProps) {
  const deployments = useDeployments();
  const checks = useQueries({
    queries: clusters.map(({ id }) => ({ ...queryFor(clusterEndpoints.health, { id }), retry: false })),
  });
  const found = checks.flatMap(({ data }) => data?.health ?? []);
  const nodes = found.flatMap((health) => health.nodes);
  const notReady = nodes.filter(({ isReady }) => !isReady).length;
  const gpusUnknown = clusters.some((cluster, at) => {
    const health = checks[at]?.data?.health;
    return health != null && areGpusUnknown(cluster, health);
  });
  const reserved = reservedBy(deployments).gpu;
  const gpus = found.reduce((sum, { capacity }) => sum + capacity.gpu.total, 0);
  return (
    <PageFigures
      figures={[
        {
          value: String(nodes.length),
          label: `${nodes.length === 1 ? 'node' : 'nodes'}${notReady > 0 ? `, ${notReady} not ready` : ''}`,
        },
        gpusUnknown
          ? { value: String(reserved), label: 'GPUs reserved, total unknown' }
          : { value: `${reserved} of ${gpus}`, label: 'GPUs reserved' },
        {
          value: String(deployments.length),
          label: deployments.length === 1 ? 'deployment' : 'deployments',
        },
      ]}
    />
  );
}
