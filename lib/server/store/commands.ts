import { isDeepStrictEqual } from 'node:util';
import type { Sql, TransactionSql } from 'postgres';
import { z } from 'zod';
import type { JsonObject } from '@/engine';
import type { AuditAction } from '@/lib/contracts/audit';
import { INTERRUPT_ANSWERS } from '@/lib/contracts/runs';
import { between } from '../failpoint';
import { type Actor, auditOf, detailsOf, runName } from './audit';
import { leaveWord } from './outbox';
import { retrying } from './retry';

/** Commands to a run. An answer names the attempt, so that it cannot answer a later question. */
export const runCommandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('signal'), name: z.string(), value: z.json() }),
  z.object({
    kind: z.literal('resolve'),
    step: z.string(),
    iteration: z.array(z.int()).optional(),
    attempt: z.int(),
    answer: z.enum(INTERRUPT_ANSWERS),
  }),
]);
export type RunCommand = z.infer<typeof runCommandSchema>;
export type ResolveCommand = Extract<RunCommand, { kind: 'resolve' }>;

/** A command as it is stored. */
export type NumberedCommand = RunCommand & {
  /** Counts from 1 within its run, in the order in which commands are applied. */
  readonly number: number;
};

/** Commands of a run that may be missing in its journal. */
export interface RunCommands {
  /** How many commands were sent to the run in total. */
  readonly count: number;
  readonly cancelRequested: boolean;
  /** In order. */
  readonly open: readonly NumberedCommand[];
}

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
  /** Kept; `existing`: it had been before. */
  | { readonly outcome: 'added' | 'existing' }
  | { readonly outcome: 'ended'; readonly status: string }
  /** The key belongs to another command of the run. */
  | { readonly outcome: 'other' }
  | { readonly outcome: 'too many' };

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
  const { id, runId, command, idempotencyKey = null } = given;
  const [run] = await tx<{ status: string; cancelRequested: boolean; count: number }[]>`
    select status, cancel_requested as "cancelRequested", command_count as count
    from runs where id = ${runId} for no key update`;
  if (!run) return { outcome: 'no run' };
  const earlier = await findEarlier(tx, given);
  if (earlier) return { outcome: isDeepStrictEqual(earlier, command) ? 'existing' : 'other' };
  const isCancel = command.kind === 'cancel';
  if (isCancel && run.cancelRequested) return { outcome: 'existing' };
  if (isEnded(run.status)) return { outcome: 'ended', status: run.status };
  if (!isCancel && run.count >= MAX_COMMANDS) return { outcome: 'too many' };
  const { kind, ...body } = command;
  await tx`
    insert into run_commands (id, run_id, number, idempotency_key, kind, body)
    values (
      ${id}, ${runId}, ${run.count + 1}, ${idempotencyKey}, ${kind}, ${JSON.stringify(body)}::text::json
    )`;
  await tx`
    update runs set
      cancel_requested = cancel_requested or ${isCancel}, command_count = ${run.count + 1},
      wake_at = case when owner is null then now() else wake_at end
    where id = ${runId}`;
  if (isCancel) await cancelParts(tx, runId);
  if (kind === 'signal') await signalParts(tx, given);
  await audit(tx, given);
  await leaveWord(tx, { id, runId });
  await tx`select pg_notify('run_commands', ${runId})`;
  return { outcome: 'added' };
}

const AUDITED = {
  cancel: 'run.cancelled',
  pause: 'run.paused',
  resume: 'run.resumed',
  signal: 'run.signalled',
  resolve: 'run.resolved',
} as const satisfies Record<RunCommand['kind'], AuditAction>;

/** Chunks receive the commands of their parent run, whose author is recorded once. */
async function audit(tx: TransactionSql, { runId, command, actor }: NewCommand): Promise<void> {
  const entry = { action: AUDITED[command.kind], subject: 'run', ...(actor && { actor }) } as const;
  const rows = tx`
    select r.id, ${runName(tx)}, ${detailsOf(tx, detailsOfCommand(command))}
    from runs r join pipelines p on p.id = r.pipeline_id where r.id = ${runId} and r.chunk_of is null`;
  await auditOf(tx, entry, rows);
}

/** The value of a signal is not recorded: it may be confidential. */
function detailsOfCommand(command: RunCommand): JsonObject {
  if (command.kind === 'signal') return { name: command.name };
  if (command.kind !== 'resolve') return {};
  const { step, iteration = [], attempt, answer } = command;
  return { step, iteration, attempt, answer };
}

/** Cancels chunks immediately, without waiting until the parent run is claimed. */
async function cancelParts(tx: TransactionSql, runId: string): Promise<void> {
  await tx`
    with open as (
      select id from runs where chunk_of = ${runId} and finished_at is null and not cancel_requested
      order by id for no key update
    ),
    asked as (
      update runs r set
        cancel_requested = true, command_count = r.command_count + 1,
        wake_at = case when r.owner is null then now() else r.wake_at end
      from open o where r.id = o.id
      returning r.id
    )
    select pg_notify('run_commands', id) from asked`;
}

/** Active chunks receive the signals of their parent run; later chunks receive them when they are created. */
async function signalParts(tx: TransactionSql, { id, runId, command }: NewCommand): Promise<void> {
  const { kind, ...body } = command;
  await tx`
    with open as (
      select id, command_count from runs where chunk_of = ${runId} and finished_at is null
      order by id for no key update
    ),
    kept as (
      insert into run_commands (id, run_id, number, kind, body)
      select ${id}::text || ' ' || id, id, command_count + 1, ${kind}, ${JSON.stringify(body)}::text::json from open
    ),
    told as (
      update runs r set
        command_count = r.command_count + 1, wake_at = case when r.owner is null then now() else r.wake_at end
      from open o where r.id = o.id
      returning r.id
    )
    select pg_notify('run_commands', id) from told`;
}

/** The command that was stored under this id, or under this key for the same run. */
async function findEarlier(
  tx: TransactionSql,
  { id, runId, idempotencyKey }: NewCommand,
): Promise<RunCommand | undefined> {
  const [row] = await tx<{ kind: string; body: string }[]>`
    select kind, body::text as body from run_commands
    where id = ${id} or run_id = ${runId} and idempotency_key = ${idempotencyKey ?? null}`;
  return row && toCommand(row);
}

/**
 * The commands of a run that are not yet applied.
 * @param lastCommand number of the newest command that its journal or runner has applied
 */
export async function readCommands(sql: Sql, runId: string, lastCommand: number): Promise<RunCommands> {
  const rows = await retrying(
    () => sql<CommandRow[]>`
      select
        r.command_count + (w.id is not null)::int as count, r.cancel_requested or w.id is not null as "cancelRequested",
        c.number, c.kind, c.body::text as body
      from runs r
      -- A part of a loop has nothing left to do once the whole has ended.
      left join runs w on w.id = r.chunk_of and w.finished_at is not null
      left join run_commands c on c.run_id = r.id and c.consumed_at is null
        and (c.number > ${lastCommand} or c.kind = 'resolve')
      where r.id = ${runId}
      order by c.number`,
  );
  const open = rows.flatMap((row) =>
    row.number === null ? [] : [{ ...toCommand(row), number: row.number }],
  );
  return { count: rows[0]?.count ?? 0, cancelRequested: rows[0]?.cancelRequested ?? false, open };
}

type CommandRow = { readonly count: number; readonly cancelRequested: boolean } & (
  | { readonly number: number; readonly kind: string; readonly body: string }
  | { readonly number: null }
);

/**
 * Marks commands that the journal of their run has applied, and all commands of a run that has ended.
 * @param done `applied`: every command up to this number except answers; `answered`: the numbers of answers
 */
export async function consumeCommands(
  sql: Sql,
  runId: string,
  done: { readonly applied: number; readonly answered: readonly number[] },
): Promise<void> {
  await retrying(
    () => sql`
      update run_commands c set consumed_at = now() from runs r
      where c.run_id = ${runId} and r.id = c.run_id and c.consumed_at is null
        and (
          c.number <= ${done.applied} and c.kind <> 'resolve' or c.number = any(${[...done.answered]}::int[])
          or r.status in ('completed', 'failed', 'cancelled')
        )`,
  );
}

function toCommand({ kind, body }: { readonly kind: string; readonly body: string }): RunCommand {
  return runCommandSchema.parse({ ...JSON.parse(body), kind });
}

function isEnded(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
