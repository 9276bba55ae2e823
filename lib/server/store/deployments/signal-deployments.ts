import type { Queries } from '../../db/rows';
import { notify } from '../notify';

/** Notifies every process that a deployment, its limit or a replica of it changed. */
export function signalDeployment(sql: Queries, id: string): Promise<void> {
  return notify(sql, 'deployments', id);
}
