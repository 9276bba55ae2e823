import { and, eq, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runs } from '@/drizzle/schema';
import { rowsOf } from '../../db/rows';
import { between } from '../../failpoint';
import type { Claim } from '../journal';
import { retrying } from '../retry';

/**
 * Releases a run until `wakeAt`, or until a command when that is undefined. A command after `seenCommands` makes it
 * claimable immediately. Its crash count is reset, unless it is parked because of its crashes. @returns whether it is claimable
 */
export async function parkRun(
  sql: Sql,
  claim: Claim,
  options: { wakeAt: string | undefined; seenCommands: number; keepsCrashes?: boolean },
): Promise<boolean> {
  const { wakeAt = null, seenCommands, keepsCrashes = false } = options;
  const [row] = await retrying(() =>
    between('park', () =>
      rowsOf(sql)
        .update(runs)
        .set({
          owner: null,
          leaseUntil: null,
          ...(keepsCrashes ? {} : { crashCount: 0 }),
          wakeAt: text`case when ${runs.commandCount} > ${seenCommands} then now() else ${wakeAt}::text::timestamptz end`,
        })
        .where(and(eq(runs.id, claim.runId), eq(runs.owner, claim.owner), eq(runs.epoch, claim.epoch)))
        .returning({ isDue: text<boolean>`coalesce(${runs.wakeAt} <= now(), false)` }),
    ),
  );
  return row?.isDue ?? false;
}
