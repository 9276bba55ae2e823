import { eq } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { deploymentLimits } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { RateLimit } from '@/lib/contracts/deployments';
import { rowsOf } from '../../db/rows';
import { addEntries } from '../audit';
import type { Author } from './change-deployments';
import { addDeploymentEvent } from './deployment-events';
import type { DeploymentRow, LimitRow } from './deployment-row';
import { signalDeployment } from './signal-deployments';

/**
 * Sets the rate limit of a deployment. Counters survive as far as they still mean the same: the count of a window that is as
 * long as before, and no more tokens than the bucket now holds.
 */
export async function limitDeployment(
  tx: TransactionSql,
  { id, name }: DeploymentRow,
  limit: RateLimit,
  { actor, origin }: Author,
): Promise<void> {
  const db = rowsOf(tx);
  const [before] = await db
    .select()
    .from(deploymentLimits)
    .where(eq(deploymentLimits.deploymentId, id))
    .for('update');
  const { rate_limit: rateLimit, time_window: timeWindow, algorithm, burst = null, enabled } = limit;
  const wanted = { rateLimit, timeWindow, algorithm, burst, enabled, ...origin };
  await db
    .insert(deploymentLimits)
    .values({ deploymentId: id, ...wanted })
    .onConflictDoUpdate({
      target: deploymentLimits.deploymentId,
      set: { ...wanted, ...countersAfter(before, limit), updatedAt: NOW },
    });
  const entry = { action: 'deployment.limited', subject: 'deployment', ...(actor && { actor }) } as const;
  await addEntries(tx, entry, [{ id, name, details: { ...limit } }]);
  await addDeploymentEvent(tx, id, { kind: 'limited', message: sentenceOf(limit) }, origin);
  await signalDeployment(tx, id);
}

function countersAfter(before: LimitRow | undefined, limit: RateLimit) {
  const capacity = limit.burst ?? limit.rate_limit;
  const isSameWindow = before?.timeWindow === limit.time_window;
  return {
    tokens: before && before.tokens !== null ? Math.min(before.tokens, capacity) : null,
    ...(isSameWindow ? {} : { windowNumber: null, admitted: 0 }),
  };
}

function sentenceOf({ rate_limit, time_window, algorithm, burst, enabled }: RateLimit): string {
  if (!enabled) return 'Rate limit switched off.';
  const bucket = algorithm === 'token_bucket' ? `token bucket of ${burst ?? rate_limit}` : 'fixed window';
  return `Rate limit: ${rate_limit} requests per ${time_window}, ${bucket}.`;
}
