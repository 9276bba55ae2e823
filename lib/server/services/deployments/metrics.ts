import type { z } from 'zod';
import {
  type DeploymentMetrics,
  type deploymentMetricsInput,
  METRIC_WINDOWS,
} from '@/lib/contracts/deployment-metrics';
import { Limiter, limitStateOf } from '../../gateway/limit/limiter';
import { summarise } from '../../gateway/meter/summary';
import { deploymentIdOf } from '../../store/deployment-keys';
import { readMinutes } from '../../store/deployment-minutes';
import { loadOfDeployment } from '../../store/gateway-loads';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** What the gateways measured of a deployment. @throws NotFound */
export async function deploymentMetrics(
  { sql }: Pick<ServiceContext, 'sql'>,
  { name, window }: z.output<typeof deploymentMetricsInput>,
): Promise<DeploymentMetrics> {
  const id = await deploymentIdOf(sql, name);
  if (id === undefined) throw doesNotExist('deployment', name);
  const { seconds, step } = METRIC_WINDOWS[window];
  const [minutes, load, limited] = await Promise.all([
    readMinutes(sql, id, seconds),
    loadOfDeployment(sql, id),
    Limiter.over(sql).state(id),
  ]);
  return {
    window,
    step_seconds: step,
    now: { in_flight: load.inFlight, queued: load.queued },
    limit: limited ? limitStateOf(limited) : null,
    ...summarise(minutes, step),
  };
}
