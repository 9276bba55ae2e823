import type { Sql } from 'postgres';
import { type MarkedProcess, markedProcesses, startOf } from '../adapters/process-table';
import type { DeploymentRow, ReplicaRow } from '../store/deployments/deployment-row';
import {
  forgetReplicasElsewhere,
  removeReplica,
  replicasOn,
  takeReplicas,
} from '../store/deployments/replicas';
import type { Leadership } from './leadership';
import type { LocalProvider } from './local/local-provider';
import type { RunningReplica } from './local/replica-plan';
import { adoptReplica, endReplica, killMarked } from './local/replica-process';
import type { Timings } from './timings';

export interface Adoption {
  readonly sql: Sql;
  readonly leadership: Pick<Leadership, 'act'>;
  readonly provider: LocalProvider;
  readonly node: string;
  readonly owner: string;
  readonly markPrefix: string;
  readonly timings: Timings;
  /** Aborts when this process stops managing replicas. */
  readonly signal: AbortSignal;
}

/** States of replicas to adopt. */
const CONTINUED: readonly string[] = ['starting', 'ready', 'restarting'];

/**
 * Adopts the replicas of an earlier process on this machine: running replicas are adopted, others are restarted,
 * and unwanted ones are ended. Replicas that were adopted before stay as they are.
 * @throws Error of a replica that could be neither adopted nor refused: it keeps running, for another attempt
 */
export async function adoptReplicas(
  adoption: Adoption,
  deployments: readonly DeploymentRow[],
): Promise<void> {
  const { leadership, provider, node, owner, markPrefix } = adoption;
  const marked = await markedProcesses(markPrefix);
  const rows = await leadership.act(async (tx) => {
    await forgetReplicasElsewhere(tx, node);
    return takeReplicas(tx, node, owner);
  });
  const wanted = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  const others = rows.filter(({ id }) => !provider.has(id));
  const outcomes = await Promise.allSettled(
    others.map((row) => adoptOne(adoption, row, { deployment: wanted.get(row.deploymentId), marked })),
  );
  await endOrphans(adoption);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function adoptOne(
  adoption: Adoption,
  row: ReplicaRow,
  {
    deployment,
    marked,
  }: { readonly deployment: DeploymentRow | undefined; readonly marked: readonly MarkedProcess[] },
): Promise<void> {
  const { sql, provider, markPrefix, timings } = adoption;
  const isWanted =
    deployment !== undefined &&
    !['deleting', 'failed'].includes(deployment.status) &&
    CONTINUED.includes(row.state);
  const running = await runningOf(adoption, row, marked);
  if (isWanted && running && (await provider.adopt(row, deployment, running))) return;
  await endReplica(running?.process, `${markPrefix}${row.id}`, timings.killMs);
  if (isWanted && (await provider.adopt(row, deployment, undefined))) return;
  await removeReplica(sql, row);
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
