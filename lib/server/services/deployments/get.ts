import type { DeploymentDetail, ReplicaInfo } from '@/lib/contracts/deployments';
import type { ReplicaRow } from '../../store/deployments/deployment-row';
import {
  eventsOfDeployment,
  findDeployment,
  replicasOf,
  showDeployment,
} from '../../store/deployments/read-deployments';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { doesNotExist } from '../not-found';
import { originsOf } from '../step-origin';
import { eventOf } from './event';
import { summaryOf } from './summary';

type Context = Pick<ServiceContext, 'sql' | 'deployments'>;

/** One deployment with its replicas and newest events. @throws NotFound */
export async function getDeployment(ctx: Context, { name }: { name: string }): Promise<DeploymentDetail> {
  const { sql, deployments } = ctx;
  const found = await findDeployment(sql, name);
  if (found && found.deletedAt !== null) throw new NotFound(`The deployment ${found.name} was deleted.`);
  const row = found && (await showDeployment(sql, found.id));
  if (!row) throw doesNotExist('deployment', name);
  const { id } = row.deployment;
  const [replicas, events] = await Promise.all([replicasOf(sql, [id]), eventsOfDeployment(sql, id)]);
  const originOf = await originsOf(sql, [row.deployment, ...events]);
  const endpointUrl = await deployments.registry.urlOf(name);
  return {
    ...summaryOf(row, { replicas, endpointUrl, originOf }),
    replica_list: await Promise.all(replicas.map((replica) => replicaOf(ctx, replica))),
    events: events.map((event) => eventOf(event, originOf)),
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
