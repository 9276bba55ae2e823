import type { Sql } from 'postgres';
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
  /** Paused or quarantined already. */
  readonly isOnHold: boolean;
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
        update runs r set
          owner = ${owner}, epoch = r.epoch + 1, lease_until = null,
          crash_count = least(r.crash_count + (r.owner is not null and r.owner <> ${owner})::int, 32767)
        where id = ${runId} and driver = 'restate' and status in ('pending', 'running', 'waiting')
        returning id as "runId", owner, epoch, pipeline_id as "pipelineId", version, protocol,
          crash_count as "crashCount", hold is not null as "isOnHold", command_count as "commandCount"`,
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
