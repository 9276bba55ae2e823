import type { z } from 'zod';
import type { ClusterCheck, clusterConnectionInput } from '@/lib/contracts/clusters';
import type { ServiceContext } from '../context';
import { readConnection } from './connection';
import { checkOf } from './health';

/** Checks a cluster that is not stored. @throws Invalid when the kubeconfig cannot be used */
export async function testCluster(
  ctx: ServiceContext,
  input: z.output<typeof clusterConnectionInput>,
): Promise<ClusterCheck> {
  const connection = readConnection(input);
  return checkOf(ctx, 'The cluster', (signal) => ctx.clusters.test(connection, signal));
}
