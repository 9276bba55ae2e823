import type { WantedDeployment } from '../../adapters/clusters/provider';
import type { SeenReplica } from '../../store/deployments/sync-replicas';
import { podsOf } from './ensure-pods';
import type { Place } from './place';
import { rowsOfPods } from './replica-rows';

/**
 * Deletes the objects of a deployment. @param version of the API group `autoscaling`, if the deployment may have an
 * autoscaler
 * @returns the remaining pods, and whether all objects are deleted
 */
export async function removeObjects(
  { api, paths, url }: Place,
  { autoScaling }: WantedDeployment,
  version: () => Promise<string | undefined>,
): Promise<{ readonly rows: readonly SeenReplica[]; readonly isGone: boolean }> {
  const group = autoScaling === null ? undefined : await version();
  const objects = [
    ...(group === undefined ? [] : [paths.autoscaler(group)]),
    paths.deployment,
    paths.service,
    paths.secret,
  ];
  let found = 0;
  for (const path of objects) if (await api.remove(path)) found += 1;
  const states = await podsOf({ api, paths });
  const rows = rowsOfPods(states, url, new Map()).map((row) => ({ ...row, state: 'draining' as const }));
  return { rows, isGone: found === 0 && states.length === 0 };
}
