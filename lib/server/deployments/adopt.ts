import type { Sql } from 'postgres';
import { type MarkedProcess, markedProcesses, startOf } from '../adapters/process-table';
import type { DeploymentRow, ReplicaRow } from '../store/deployments/deployment-row';
import {
  forgetReplicasElsewhere,
  removeReplica,
  replicasOn,
  takeReplicas,
} from '../store/deployments/replicas';
import type { LocalProvider } from './local/local-provider';
import type { RunningReplica } from './local/replica-plan';
import { adoptReplica, endReplica, killMarked } from './local/replica-process';
import type { Timings } from './timings';

export interface Adoption {
  readonly sql: Sql;
  readonly provider: LocalProvider;
  readonly node: string;
  readonly owner: string;
  readonly markPrefix: string;
  readonly timings: Timings;
  readonly report: (error: unknown, what: string) => void;
  /** Aborts when this process stops managing replicas. */
  readonly signal: AbortSignal;
}

/** States of replicas to adopt. */
const CONTINUED: readonly string[] = ['starting', 'ready', 'restarting'];

/**
 * Adopts the replicas of an earlier process on this machine: running replicas are adopted, others are restarted,
 * and unwanted ones are ended.
 */
export async function adoptReplicas(
  adoption: Adoption,
  deployments: readonly DeploymentRow[],
): Promise<void> {
  const { sql, node, owner, markPrefix, report } = adoption;
  await forgetReplicasElsewhere(sql, node);
  const marked = await markedProcesses(markPrefix);
  const rows = await takeReplicas(sql, node, owner);
  const wanted = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  await Promise.all(
    rows.map((row) =>
      adoptOne(adoption, row, { deployment: wanted.get(row.deploymentId), marked }).catch((error: unknown) =>
        report(error, `The replica ${row.id} could not be taken over`),
      ),
    ),
  );
  await endOrphans(adoption);
}

async function adoptOne(
  adoption: Adoption,
  row: ReplicaRow,
  {
    deployment,
    marked,
  }: { readonly deployment: DeploymentRow | undefined; readonly marked: readonly MarkedProcess[] },
): Promise<void> {
  const { sql, markPrefix, timings } = adoption;
  const isWanted =
    deployment !== undefined &&
    !['deleting', 'failed'].includes(deployment.status) &&
    CONTINUED.includes(row.state);
  const running = await runningOf(adoption, row, marked);
  if (isWanted && running && (await isAdopted(adoption, row, deployment, running))) return;
  await endReplica(running?.process, `${markPrefix}${row.id}`, timings.killMs);
  if (isWanted && (await isAdopted(adoption, row, deployment, undefined))) return;
  await removeReplica(sql, row.id);
}

/** Ends a replica that cannot be adopted, because no process would monitor it. */
async function isAdopted(
  { provider, report }: Adoption,
  row: ReplicaRow,
  deployment: DeploymentRow,
  running: RunningReplica | undefined,
): Promise<boolean> {
  try {
    return await provider.adopt(row, deployment, running);
  } catch (error) {
    report(error, `The replica ${row.id} could not be taken over`);
    return false;
  }
}

/** The process of a row, if it is still running. */
async function runningOf(
  { signal }: Adoption,
  { id, pid, pidStarted, url, state }: ReplicaRow,
  marked: readonly MarkedProcess[],
): Promise<RunningReplica | undefined> {
  if (url === null) return undefined;
  const left = marked.find(({ replica, isFirst }) => replica === id && isFirst);
  const known = pid !== null && pidStarted !== null ? { pid, started: pidStarted } : undefined;
  const found = known ?? (left && { pid: left.pid, started: (await startOf(left.pid)) ?? '' });
  const process = found && (await adoptReplica(found.pid, found.started, signal));
  return process && { process, url, isReady: state === 'ready' };
}

/** Ends the processes of replicas without a row on this machine. */
export async function endOrphans({ sql, node, markPrefix }: Pick<Adoption, 'sql' | 'node' | 'markPrefix'>) {
  // Processes first, then rows: a replica gets its row before its process.
  const marked = await markedProcesses(markPrefix);
  if (marked.length === 0) return;
  const known = new Set(await replicasOn(sql, node));
  const orphans = new Set(marked.map(({ replica }) => replica).filter((id) => !known.has(id)));
  await Promise.all([...orphans].map((id) => killMarked(`${markPrefix}${id}`)));
}
