import { deleteCluster } from '../../store/clusters';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** Removes a cluster from this installation; the cluster itself is not changed. @throws NotFound */
export async function removeCluster(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  if (await deleteCluster(ctx.sql, id)) return { id };
  throw doesNotExist('cluster', id);
}
