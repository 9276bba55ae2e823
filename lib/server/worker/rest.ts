import type { Sql } from 'postgres';
import type { Clock } from '@/engine/ports';
import type { Claim } from '../store/journal';
import { parkRun } from '../store/queue';

/** How long a run rests after its worker failed at it, in ms: long enough not to spin, short enough to be noticed. */
const REST_AFTER_ERROR_MS = 10_000;

/** Largest `integer` of PostgreSQL: no command counts as news. */
const MAX_COUNT = 2 ** 31 - 1;

/** Gives back a run at which this worker failed, for a while. Never rejects. */
export async function restRun(
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
  const wakeAt = new Date(clock.now().getTime() + REST_AFTER_ERROR_MS).toISOString();
  await parkRun(sql, claim, { wakeAt, seenCommands: MAX_COUNT }).catch((error: unknown) =>
    report(error, `Run ${claim.runId} could not be given back; it goes on when its lease has run out`),
  );
}
