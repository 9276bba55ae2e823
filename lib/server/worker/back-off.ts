import type { Sql } from 'postgres';
import type { Clock } from '@/engine/ports';
import type { Claim } from '../store/journal';
import { parkRun } from '../store/queue/park-run';

/** How long a run waits after a failure of its worker, in ms: long enough not to spin, short enough to be noticed. */
const BACK_OFF_MS = 10_000;

/** Largest `integer` of PostgreSQL: no command counts as unseen. */
const MAX_COUNT = 2 ** 31 - 1;

/** Releases a run that this worker failed to advance, to be retried later. Never rejects. */
export async function backOff(
  {
    sql,
    clock,
    report,
  }: {
    readonly sql: Sql;
    readonly clock: Clock;
    readonly report: (error: unknown, what: string) => void;
  },
  claim: Claim,
): Promise<void> {
  const wakeAt = new Date(clock.now().getTime() + BACK_OFF_MS).toISOString();
  await parkRun(sql, claim, { wakeAt, seenCommands: MAX_COUNT }).catch((error: unknown) =>
    report(error, `Run ${claim.runId} could not be released; it continues when its lease expires`),
  );
}
