import type { Sql } from 'postgres';
import type { RunStatus } from '@/engine/run/state/state';
import { between } from '../failpoint';
import type { Claim } from '../store/journal';
import { PROTOCOL } from '../store/protocol';
import { retrying } from '../store/retry';

/** A run that a handler of Restate takes up. */
export interface TakenRun extends Claim {
  readonly pipelineId: string;
  readonly version: number;
  /** Times in a row that it was taken up after it was not given back, without one of its steps ending meanwhile. */
  readonly crashCount: number;
  /** Whoever had it before did not give it back. */
  readonly isBlamed: boolean;
  /** Paused or quarantined already. */
  readonly isPaused: boolean;
  readonly cancelRequested: boolean;
  readonly status: RunStatus;
  readonly lastSeq: number;
  readonly commandCount: number;
}

/**
 * Makes a run this process's own: Restate says which process that is, and the epoch keeps out whoever had it before.
 * There is no lease. Answers undefined when the run has ended.
 * @throws Error when the run began under rules that this release does not know
 */
export async function takeRun(sql: Sql, runId: string, owner: string): Promise<TakenRun | undefined> {
  const [run] = await retrying(() =>
    between(
      'claim',
      () => sql<(TakenRun & { readonly protocol: number })[]>`
        with open as (
          select id, owner is not null and owner <> ${owner} as is_blamed from runs
          where id = ${runId} and driver = 'restate' and status in ('pending', 'running', 'waiting')
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
  throw new Error(`Run ${runId} began under rules of a newer release: run that release.`);
}

/** How many commands a run was given. */
export async function countCommands(sql: Sql, runId: string): Promise<number> {
  const [run] = await sql<{ count: number }[]>`select command_count as count from runs where id = ${runId}`;
  return run?.count ?? 0;
}
