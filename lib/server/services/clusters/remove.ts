import { deleteCluster } from '../../store/clusters';
import { lockDeployments } from '../../store/deployments/lock-deployments';
import { livingDeployments } from '../../store/deployments/read-deployments';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { doesNotExist } from '../not-found';

/**
 * Removes a cluster from this installation; the cluster itself is not changed. Deployments that are being deleted do
 * not prevent this, because on an unreachable cluster their deletion never ends. @throws NotFound @throws Conflict
 */
export function removeCluster(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  return lockDeployments(ctx.sql, async (tx) => {
    const using = (await livingDeployments(tx)).filter(
      ({ clusterId, status }) => clusterId === id && status !== 'deleting',
    );
    if (using.length > 0) {
      const names = using.map(({ name }) => name).join(', ');
      throw new Conflict(`The cluster ${id} has deployments: ${names}. Delete them first.`);
    }
    if (await deleteCluster(tx, id)) return { id };
    throw doesNotExist('cluster', id);
  });
}
