import type { ListedDeployment } from '@/lib/contracts/deployments';
import { readMinutes } from '../../store/deployment-minutes';
import { lastEventsOf, listDeployments as list, replicasOf } from '../../store/deployments/read-deployments';
import type { ServiceContext } from '../context';
import { originsOf } from '../step-origin';
import { ACTIVITY_SECONDS, activityOf } from './activity';
import { eventOf } from './event';
import { summaryOf } from './summary';

/** All deployments with their activity and last event, newest first. */
export async function listDeployments({
  sql,
  deployments,
  now,
}: Pick<ServiceContext, 'sql' | 'deployments' | 'now'>): Promise<{ deployments: ListedDeployment[] }> {
  const rows = await list(sql);
  const ids = rows.map(({ deployment }) => deployment.id);
  const [replicas, minutes, events] = await Promise.all([
    replicasOf(sql, ids),
    readMinutes(sql, ids, ACTIVITY_SECONDS),
    lastEventsOf(sql, ids),
  ]);
  const originOf = await originsOf(sql, [...rows.map(({ deployment }) => deployment), ...events.values()]);
  const base = await deployments.registry.baseUrl();
  const shown = rows.map((row) => {
    const { id, name } = row.deployment;
    const own = <T extends { readonly deploymentId: string }>(all: readonly T[]) =>
      all.filter(({ deploymentId }) => deploymentId === id);
    const event = events.get(id);
    const endpointUrl = deployments.registry.urlBelow(base, name);
    return {
      ...summaryOf(row, { replicas: own(replicas), endpointUrl, originOf }),
      activity: activityOf(own(minutes), row.limit, now()),
      last_event: event ? eventOf(event, originOf) : null,
    };
  });
  return { deployments: shown };
}
