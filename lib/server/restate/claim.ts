import { eq } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { isOpen } from '@/drizzle/predicates';
import { runs } from '@/drizzle/schema';
import { type RowOf, rowsOf } from '../db/rows';
import { between } from '../failpoint';
import type { Claim } from '../store/journal';
import { PROTOCOL } from '../store/protocol';
import { retrying } from '../store/retry';
import { where } from '../store/where';

/** A run that a Restate handler claims. */
export interface TakenRun
  extends Claim,
    Pick<
      RowOf<typeof runs>,
      'pipelineId' | 'version' | 'crashCount' | 'cancelRequested' | 'status' | 'lastSeq' | 'commandCount'
    > {
  /** The previous owner did not release it. */
  readonly isBlamed: boolean;
  /** Already paused or quarantined. */
  readonly isPaused: boolean;
}

/**
 * Claims a run for this process. Restate decides which process that is, and the epoch fences the previous owner;
 * there is no lease. Returns undefined when the run has ended. Hand-written SQL: it locks the run.
 * @throws Error when the run started under rules that this release does not know
 */
export async function takeRun(sql: Sql, runId: string, owner: string): Promise<TakenRun | undefined> {
  const [run] = await retrying(() =>
    between(
      'claim',
      () => sql<(TakenRun & Pick<RowOf<typeof runs>, 'protocol'>)[]>`
        with open as (
          select id, owner is not null and owner <> ${owner} as is_blamed from runs
          where id = ${runId} and driver = 'restate' and ${where(sql, isOpen)}
          for no key update
        )
        update runs r set
          owner = ${owner}, epoch = r.epoch + 1, lease_until = null,
          crash_count = least(r.crash_count + o.is_blamed::int, 32767)
        from open o where r.id = o.id
        returning r.id as "runId", r.owner, r.epoch, r.pipeline_id as "pipelineId", r.version, r.protocol,
          r.crash_count as "crashCount", o.is_blamed as "isBlamed", r.hold is not null as "isPaused",
          r.cancel_requested as "cancelRequested", r.status, r.last_seq as "lastSeq",
          r.command_count as "commandCount"`,
    ),
  );
  if (!run) return undefined;
  const { protocol, ...taken } = run;
  if (protocol <= PROTOCOL) return taken;
  throw new Error(`Run ${runId} was started by a newer release. Update this process to that release.`);
}

/** Number of commands that a run has received. */
export async function countCommands(sql: Sql, runId: string): Promise<number> {
  const [run] = await rowsOf(sql).select({ count: runs.commandCount }).from(runs).where(eq(runs.id, runId));
  return run?.count ?? 0;
}
