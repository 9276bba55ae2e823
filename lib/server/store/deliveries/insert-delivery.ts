import type { DELIVERY_REASONS, TriggerDelivery } from '@/lib/contracts/triggers';
import type { Queries } from '../../db/rows';

/** A delivery to be recorded. */
export interface NewDelivery {
  readonly id: string;
  readonly triggerId: string;
  /** Deliveries with the same key are recorded once. */
  readonly eventKey: string;
  readonly dueAt?: Date | undefined;
  readonly outcome: TriggerDelivery['outcome'];
  readonly reason?: (typeof DELIVERY_REASONS)[number] | undefined;
  readonly detail?: string | undefined;
  readonly runId?: string | undefined;
}

/** Longest detail of a delivery, in characters. */
const MAX_DETAIL = 2000;

/**
 * Records a delivery. False when its event key is already recorded or its trigger was deleted. Hand-written SQL: every
 * delivery sends it. Measured in one process, p50 of 25 in a transaction: 9.3 ms, with drizzle 28.6 ms.
 */
export async function insertDelivery(sql: Queries, delivery: NewDelivery): Promise<boolean> {
  const { id, triggerId, eventKey, dueAt, outcome, reason, detail, runId } = delivery;
  const rows = await sql`
    insert into trigger_firings (id, trigger_id, at, due_at, occasion, outcome, reason, detail, run_id)
    select ${id}, t.id, clock_timestamp(), ${dueAt?.toISOString() ?? null}::text::timestamptz, ${eventKey}, ${outcome},
      ${reason ?? null}::text, ${detail?.replaceAll('\0', '').slice(0, MAX_DETAIL) ?? null}::text, ${runId ?? null}::text
    from triggers t where t.id = ${triggerId}
    on conflict (trigger_id, occasion) do nothing returning id`;
  return rows.length > 0;
}
