import type { TransactionSql } from 'postgres';
import type { RateLimit } from '@/lib/contracts/deployments';
import { addEntries } from '../audit';
import { putLimit } from '../deployment-limits';
import type { Author } from './change-deployments';
import { addDeploymentEvent } from './deployment-events';
import type { DeploymentRow } from './deployment-row';
import { signalDeployment } from './signal-deployments';

/** Sets the rate limit of a deployment, with its audit entry and event. */
export async function limitDeployment(
  tx: TransactionSql,
  { id, name }: DeploymentRow,
  limit: RateLimit,
  { actor, origin }: Author,
): Promise<void> {
  await putLimit(tx, id, limit, origin);
  const entry = { action: 'deployment.limited', subject: 'deployment', ...(actor && { actor }) } as const;
  await addEntries(tx, entry, [{ id, name, details: { ...limit } }]);
  await addDeploymentEvent(tx, id, { kind: 'limited', message: sentenceOf(limit) }, origin);
  await signalDeployment(tx, id);
}

function sentenceOf({ rate_limit, time_window, algorithm, burst, enabled }: RateLimit): string {
  if (!enabled) return 'Rate limit switched off.';
  const bucket = algorithm === 'token_bucket' ? `token bucket of ${burst ?? rate_limit}` : 'fixed window';
  return `Rate limit: ${rate_limit} requests per ${time_window}, ${bucket}.`;
}
