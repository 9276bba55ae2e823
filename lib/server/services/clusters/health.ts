import { ActionError, clusterStatus } from '@/engine';
import type { ClusterHealth } from '@/engine/ports';
import type { ClusterCheck } from '@/lib/contracts/clusters';
import { deadlineOf } from '../../deadline';
import { report } from '../../report';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { listClusters } from './list';

/** Timeout of a health check for a page, in ms. */
const TIMEOUT_MS = 15_000;

/** Checks a cluster. A failed check is also a result. @throws NotFound */
export async function checkCluster(ctx: ServiceContext, { id }: { id: string }): Promise<ClusterCheck> {
  const { clusters } = await listClusters(ctx);
  if (!clusters.some((cluster) => cluster.id === id)) throw doesNotExist('cluster', id);
  return checkOf(ctx, `The cluster ${id}`, (signal) => ctx.clusters.health(id, { signal }));
}

/** Runs a check within the time limit of pages. @param what the subject of the timeout message */
export async function checkOf(
  ctx: Pick<ServiceContext, 'now'>,
  what: string,
  check: (signal: AbortSignal) => Promise<ClusterHealth>,
): Promise<ClusterCheck> {
  const message = `${what} did not respond within ${TIMEOUT_MS / 1000} s. Check that it is running, then check again.`;
  const deadline = deadlineOf(undefined, TIMEOUT_MS, () => new ActionError('timeout', message));
  try {
    const { nodes, capacity, disk, gpuTypes, issues, version } = await check(deadline.signal);
    const health = { status: clusterStatus(issues), nodes: [...nodes], capacity, gpuTypes, issues };
    return {
      checkedAt: ctx.now().toISOString(),
      health: { ...health, ...(disk && { disk }), ...(version !== undefined && { version }) },
      problem: null,
    };
  } catch (error) {
    return { checkedAt: ctx.now().toISOString(), health: null, problem: problemOf(error, what) };
  } finally {
    deadline.done();
  }
}

/** The message for people; an unclassified error is logged. */
function problemOf(error: unknown, what: string): string {
  if (error instanceof ActionError) return error.message;
  report(error, `${what} could not be checked`);
  return `${what} could not be checked because of an internal error. The log of the server has the details.`;
}
