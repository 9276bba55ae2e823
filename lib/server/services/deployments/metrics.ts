import type { z } from 'zod';
import {
  type DeploymentMetrics,
  type deploymentMetricsInput,
  METRIC_WINDOWS,
} from '@/lib/contracts/deployment-metrics';
import type { DeploymentKey } from '@/lib/contracts/deployments';
import { Limiter, limitStateOf } from '../../gateway/limit/limiter';
import { NO_KEY } from '../../gateway/meter/meter';
import { requestsByKey, summarise } from '../../gateway/meter/summary';
import { deploymentIdOf, listKeys } from '../../store/deployment-keys';
import { readMinutes } from '../../store/deployment-minutes';
import { loadOfDeployment } from '../../store/gateway-loads';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** The metrics of a deployment, of all gateways. @throws NotFound */
export async function deploymentMetrics(
  { sql }: Pick<ServiceContext, 'sql'>,
  { name, window }: z.output<typeof deploymentMetricsInput>,
): Promise<DeploymentMetrics> {
  const id = await deploymentIdOf(sql, name);
  if (id === undefined) throw doesNotExist('deployment', name);
  const { seconds, step } = METRIC_WINDOWS[window];
  const [minutes, load, limited, keys] = await Promise.all([
    readMinutes(sql, [id], seconds),
    loadOfDeployment(sql, id),
    Limiter.over(sql).state(id),
    listKeys(sql, id),
  ]);
  return {
    window,
    step_seconds: step,
    now: { in_flight: load.inFlight, queued: load.queued },
    limit: limited ? limitStateOf(limited) : null,
    ...summarise(minutes, step),
    keys: [...requestsByKey(minutes)]
      .map(([keyId, requests]) => ({ ...keyOf(keys, keyId), requests }))
      .sort((a, b) => b.requests - a.requests),
  };
}

function keyOf(keys: readonly DeploymentKey[], keyId: string) {
  if (keyId === NO_KEY) return { id: null, name: null };
  return { id: keyId, name: keys.find(({ id }) => id === keyId)?.name ?? null };
}
