import type { DeploymentEvent } from '@/lib/contracts/deployments';
import type { DeploymentEventRow } from '../../store/deployments/deployment-row';
import type { OriginOf } from '../step-origin';

/** An event of a deployment as its page shows it. */
export function eventOf(row: DeploymentEventRow, originOf: OriginOf): DeploymentEvent {
  return { kind: row.kind, message: row.message, by: originOf(row), created_at: row.createdAt };
}
