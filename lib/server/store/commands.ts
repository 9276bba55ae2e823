import type { Sql } from 'postgres';
import { z } from 'zod';
import { INTERRUPT_ANSWERS } from '@/lib/contracts/runs';
import { between } from '../failpoint';

/** An answer about one interrupted attempt. The attempt is named, so that it can never answer a later question. */
export const resolveCommandSchema = z.object({
  step: z.string(),
  iteration: z.array(z.int()).optional(),
  attempt: z.int(),
  answer: z.enum(INTERRUPT_ANSWERS),
});
export type ResolveCommand = z.infer<typeof resolveCommandSchema>;

/** What people have asked of a run. */
export interface RunCommands {
  /** How many commands these are the result of. */
  readonly count: number;
  readonly cancelRequested: boolean;
  readonly answers: readonly ResolveCommand[];
}

/**
 * Asks for cancellation, once; answers the run's status before, or undefined when there is no such run. A run that
 * nobody owns becomes claimable at once; its owner is told otherwise.
 */
export async function requestCancel(sql: Sql, runId: string, commandId: string): Promise<string | undefined> {
  return between('command', () =>
    sql.begin(async (tx) => {
      const [run] = await tx<{ status: string; cancelRequested: boolean }[]>`
      select status, cancel_requested as "cancelRequested" from runs where id = ${runId} for no key update`;
      if (!run || run.cancelRequested || isEnded(run.status)) return run?.status;
      await tx`insert into run_commands (id, run_id, kind, body) values (${commandId}, ${runId}, 'cancel', '{}')`;
      await tx`
      update runs set
        cancel_requested = true, command_count = command_count + 1,
        wake_at = case when owner is null then now() else wake_at end
      where id = ${runId}`;
      await tx`select pg_notify('run_commands', ${runId})`;
      return run.status;
    }),
  );
}

/** Stores an answer and wakes the run; answers its status before, or undefined when there is no such run. */
export async function addAnswer(
  sql: Sql,
  command: { id: string; runId: string; body: ResolveCommand },
): Promise<string | undefined> {
  const { id, runId, body } = command;
  return between('command', () =>
    sql.begin(async (tx) => {
      const [run] = await tx<{ status: string }[]>`
      select status from runs where id = ${runId} for no key update`;
      if (!run || isEnded(run.status)) return run?.status;
      await tx`
      insert into run_commands (id, run_id, kind, body)
      values (${id}, ${runId}, 'resolve', ${JSON.stringify(body)}::text::json)`;
      await tx`
      update runs set
        command_count = command_count + 1, wake_at = case when owner is null then now() else wake_at end
      where id = ${runId}`;
      await tx`select pg_notify('run_commands', ${runId})`;
      return run.status;
    }),
  );
}

/** Everything asked of a run so far; applying it twice changes nothing. */
export async function readCommands(sql: Sql, runId: string): Promise<RunCommands> {
  const rows = await sql<
    { count: number; cancelRequested: boolean; kind: string | null; body: string | null }[]
  >`
    select r.command_count as count, r.cancel_requested as "cancelRequested", c.kind, c.body::text as body
    from runs r left join run_commands c on c.run_id = r.id and c.kind = 'resolve' and c.consumed_at is null
    where r.id = ${runId}
    order by c.created_at, c.id`;
  const answers = rows.flatMap(({ body }) =>
    body === null ? [] : [resolveCommandSchema.parse(JSON.parse(body))],
  );
  return {
    count: rows[0]?.count ?? 0,
    cancelRequested: rows[0]?.cancelRequested ?? false,
    answers,
  };
}

/** Marks the commands of a run that has ended or shows their effect. */
export async function consumeCommands(sql: Sql, runId: string): Promise<void> {
  await sql`
    update run_commands c set consumed_at = now() from runs r
    where c.run_id = ${runId} and r.id = c.run_id and c.consumed_at is null
      and r.status in ('completed', 'failed', 'cancelled')`;
}

function isEnded(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
