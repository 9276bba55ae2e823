import { isDeepStrictEqual } from 'node:util';
import { and, eq, or, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { runCommands, runs } from '@/drizzle/schema';
import type { JsonObject, PauseDecision, RunStatus } from '@/engine';
import type { AuditAction } from '@/lib/contracts/audit';
import { rowsOf } from '../../db/rows';
import { between } from '../../failpoint';
import { type Actor, auditOf, detailsOf, runName } from '../audit';
import { cancelChunks } from '../chunks/cancel-chunks';
import { notify } from '../notify';
import { addCommandEntry } from '../outbox/add-command-entry';
import { retrying } from '../retry';
import { type ContinueCommand, type RunCommand, toCommand } from './run-command';
import { signalChunks } from './signal-chunks';

/** Most commands that a run accepts: each command that is applied stays in its journal. */
export const MAX_COMMANDS = 10_000;

/** A command to be stored. Sending it again under the same id or key changes nothing. */
export interface NewCommand {
  readonly id: string;
  readonly runId: string;
  readonly command: RunCommand;
  /** Chosen by the sender. */
  readonly idempotencyKey?: string | undefined;
  /** @default `local` */
  readonly actor?: Actor;
}

export type Added =
  | { readonly outcome: 'no run' }
  /** Stored; `existing`: by an earlier request. */
  | { readonly outcome: 'added' | 'existing' }
  | { readonly outcome: 'ended'; readonly status: string }
  /** The key belongs to another command of the run. */
  | { readonly outcome: 'other' }
  | { readonly outcome: 'too many' }
  /** An earlier command answers the same pause. */
  | {
      readonly outcome: 'answered';
      readonly command: ContinueCommand;
      readonly decision: PauseDecision;
      readonly at: Date;
    };

/**
 * Stores a command and wakes the run: a run without an owner becomes claimable, otherwise its owner is notified. The
 * run's row is locked meanwhile, so commands are numbered in the order in which they become visible.
 */
export function addCommand(sql: Sql, given: NewCommand): Promise<Added> {
  return retrying(() => between('command', () => sql.begin((tx) => add(tx, given))));
}

/** Stores a command to cancel a run: see `addCommand`. */
export function requestCancel(sql: Sql, runId: string, commandId: string, actor?: Actor): Promise<Added> {
  return addCommand(sql, { id: commandId, runId, command: { kind: 'cancel' }, ...(actor && { actor }) });
}

async function add(tx: TransactionSql, given: NewCommand): Promise<Added> {
  const { id, runId, command } = given;
  const [run] = await rowsOf(tx)
    .select({ status: runs.status, cancelRequested: runs.cancelRequested, count: runs.commandCount })
    .from(runs)
    .where(eq(runs.id, runId))
    .for('no key update');
  if (!run) return { outcome: 'no run' };
  const earlier = await findEarlier(tx, given);
  if (earlier) return { outcome: isDeepStrictEqual(earlier, command) ? 'existing' : 'other' };
  const isCancel = command.kind === 'cancel';
  if (isCancel && run.cancelRequested) return { outcome: 'existing' };
  if (isEnded(run.status)) return { outcome: 'ended', status: run.status };
  if (!isCancel && run.count >= MAX_COMMANDS) return { outcome: 'too many' };
  const answered = await findAnswer(tx, runId, command);
  if (answered) return answered;
  await insertCommand(tx, given, run.count + 1);
  if (isCancel) await cancelChunks(tx, runId);
  if (command.kind === 'signal') await signalChunks(tx, given);
  await audit(tx, given);
  await addCommandEntry(tx, { id, runId });
  await notify(tx, 'run_commands', runId);
  return { outcome: 'added' };
}

async function insertCommand(tx: TransactionSql, given: NewCommand, number: number): Promise<void> {
  const { id, runId, command, idempotencyKey } = given;
  const { kind, ...body } = command;
  const db = rowsOf(tx);
  await db.insert(runCommands).values({ id, runId, number, idempotencyKey, kind, body });
  await db
    .update(runs)
    .set({
      ...(kind === 'cancel' ? { cancelRequested: true } : {}),
      commandCount: number,
      wakeAt: text`case when ${runs.owner} is null then now() else ${runs.wakeAt} end`,
    })
    .where(eq(runs.id, runId));
}

const AUDITED = {
  cancel: 'run.cancelled',
  pause: 'run.paused',
  resume: 'run.resumed',
  signal: 'run.signalled',
  resolve: 'run.resolved',
  continue: 'run.continued',
  breakpoints: 'run.breakpoints_set',
} as const satisfies Record<RunCommand['kind'], AuditAction>;

/** Chunks receive the commands of their parent run, whose author is recorded once. */
async function audit(tx: TransactionSql, { runId, command, actor }: NewCommand): Promise<void> {
  const entry = { action: AUDITED[command.kind], subject: 'run', ...(actor && { actor }) } as const;
  const rows = tx`
    select r.id, ${runName(tx)}, ${detailsOf(tx, detailsOfCommand(command))}
    from runs r join pipelines p on p.id = r.pipeline_id where r.id = ${runId} and r.chunk_of is null`;
  await auditOf(tx, entry, rows);
}

/** Values of signals and of answers are not recorded: they may be confidential. */
function detailsOfCommand(command: RunCommand): JsonObject {
  if (command.kind === 'signal') return { name: command.name };
  if (command.kind === 'breakpoints') return { count: command.debug.breakpoints.length };
  if (command.kind === 'continue') {
    const { step, iteration = [], pause, answer } = command;
    return { step, iteration, pause, decision: answer.do };
  }
  if (command.kind !== 'resolve') return {};
  const { step, iteration = [], attempt, answer } = command;
  return { step, iteration, attempt, answer };
}

/** The command that was stored under this id, or under this key for the same run. */
async function findEarlier(
  tx: TransactionSql,
  { id, runId, idempotencyKey }: NewCommand,
): Promise<RunCommand | undefined> {
  const hasKey =
    idempotencyKey === undefined
      ? undefined
      : and(eq(runCommands.runId, runId), eq(runCommands.idempotencyKey, idempotencyKey));
  const [row] = await rowsOf(tx)
    .select({ kind: runCommands.kind, body: runCommands.body })
    .from(runCommands)
    .where(or(eq(runCommands.id, id), hasKey));
  return row && toCommand(row);
}

/** The command that answers the same pause: the first one applies. */
async function findAnswer(
  tx: TransactionSql,
  runId: string,
  command: RunCommand,
): Promise<Extract<Added, { outcome: 'answered' }> | undefined> {
  if (command.kind !== 'continue') return undefined;
  const isSame = text`(${runCommands.body}->>'pause')::int = ${command.pause}`;
  const [row] = await rowsOf(tx)
    .select({ kind: runCommands.kind, body: runCommands.body, at: runCommands.createdAt })
    .from(runCommands)
    .where(and(eq(runCommands.runId, runId), eq(runCommands.kind, 'continue'), isSame));
  const earlier = row && toCommand(row);
  if (earlier?.kind !== 'continue') return undefined;
  return { outcome: 'answered', command: earlier, decision: earlier.answer.do, at: new Date(row?.at ?? 0) };
}

function isEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
