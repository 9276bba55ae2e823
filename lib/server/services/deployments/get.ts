import type { DeploymentDetail, ReplicaInfo } from '@/lib/contracts/deployments';
import type { ReplicaRow } from '../../store/deployments/deployment-row';
import {
  eventsOfDeployment,
  findDeployment,
  replicasOf,
  showDeployment,
} from '../../store/deployments/read-deployments';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { originOf, summaryOf } from './summary';

type Context = Pick<ServiceContext, 'sql' | 'deployments'>;

/** One deployment with its replicas and newest events. @throws NotFound */
export async function getDeployment(ctx: Context, { name }: { name: string }): Promise<DeploymentDetail> {
  const { sql, deployments } = ctx;
  const found = await findDeployment(sql, name);
  const row = found && (await showDeployment(sql, found.id));
  if (!row) throw doesNotExist('deployment', name);
  const { id } = row.deployment;
  const [replicas, events] = await Promise.all([replicasOf(sql, [id]), eventsOfDeployment(sql, id)]);
  return {
    ...summaryOf(row, replicas, await deployments.registry.urlOf(name)),
    replica_list: await Promise.all(replicas.map((replica) => replicaOf(ctx, replica))),
    events: events.map((event) => ({
      kind: event.kind,
      message: event.message,
      by: originOf(event),
      created_at: event.createdAt,
    })),
  };
}

async function replicaOf({ deployments }: Context, row: ReplicaRow): Promise<ReplicaInfo> {
  const { id, state, node, pid, pidStarted, gpus, restarts, message, createdAt, readyAt } = row;
  const isHere = pid !== null && node === deployments.node;
  const usage = isHere
    ? await deployments.usage.read(`${pid}/${pidStarted}`, pid)
    : { memory_bytes: null, cpu: null };
  return {
    ...{ id, state, node, pid, gpus, restarts, message },
    ...usage,
    created_at: createdAt,
    ready_at: readyAt,
  };
}
