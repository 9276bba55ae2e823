import type { z } from 'zod';
import { ACTIVITY_WINDOWS, type DeploymentList, type deploymentListInput } from '@/lib/contracts/deployments';
import { readMinutes, readSteps } from '../../store/deployment-minutes';
import { lastEventsOf, listDeployments as list, replicasOf } from '../../store/deployments/read-deployments';
import type { ServiceContext } from '../context';
import { originsOf } from '../step-origin';
import { activityOf } from './activity';
import { eventOf } from './event';
import { summaryOf } from './summary';

/** All deployments with their activity and last event, newest first. */
export async function listDeployments(
  { sql, deployments, now }: Pick<ServiceContext, 'sql' | 'deployments' | 'now'>,
  { window = '1h' }: z.input<typeof deploymentListInput> = {},
): Promise<DeploymentList> {
  const rows = await list(sql);
  const ids = rows.map(({ deployment }) => deployment.id);
  const [replicas, hour, steps, events] = await Promise.all([
    replicasOf(sql, ids),
    readMinutes(sql, ids, ACTIVITY_WINDOWS['1h'].seconds),
    window === '1h' ? undefined : readSteps(sql, ids, ACTIVITY_WINDOWS[window]),
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
      activity: activityOf(
        { hour: own(hour), all: own(steps ?? hour) },
        { window, limit: row.limit, now: now() },
      ),
      last_event: event ? eventOf(event, originOf) : null,
    };
  });
  return { window, deployments: shown };
}
