import { and, eq, getTableColumns, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { triggerSamples, triggers } from '@/drizzle/schema';
import type { Json } from '@/engine';
import { type RowOf, rowsOf } from '../db/rows';
import { audited } from './audit';
import { subjectColumns, toSubject } from './triggers';

/** The test event of a webhook, and whether it still waits for a call. */
export type SampleRow = Omit<RowOf<typeof triggerSamples>, 'triggerId'> & { readonly isLive: boolean };

/** A call as its test event. */
export interface KeptCall {
  readonly payload: Json;
  readonly shortened: boolean;
}

const { triggerId: _, ...sampleColumns } = getTableColumns(triggerSamples);

/** The test event of a webhook; undefined before it listened for one. */
export async function findSample(sql: Sql, triggerId: string): Promise<SampleRow | undefined> {
  const [row] = await rowsOf(sql)
    .select({
      ...sampleColumns,
      isLive: text<boolean>`coalesce(${triggerSamples.listeningUntil} > now(), false)`,
    })
    .from(triggerSamples)
    .where(eq(triggerSamples.triggerId, triggerId));
  return row;
}

/** Listens for a call; false when the webhook does not exist. */
export function startListening(
  sql: Sql,
  id: string,
  { seconds, startsRun }: { readonly seconds: number; readonly startsRun: boolean },
): Promise<boolean> {
  return audited(sql, { action: 'trigger.listening', subject: 'trigger' }, async (tx) => {
    const db = rowsOf(tx);
    const found = await db
      .select(subjectColumns)
      .from(triggers)
      .where(and(eq(triggers.id, id), eq(triggers.type, 'webhook')))
      .for('key share');
    if (found.length === 0) return [];
    const listeningUntil = text`now() + make_interval(secs => ${seconds})`;
    await db
      .insert(triggerSamples)
      .values({ triggerId: id, listeningUntil, startsRun })
      .onConflictDoUpdate({ target: triggerSamples.triggerId, set: { listeningUntil, startsRun } });
    return found.map(toSubject);
  });
}

/** Stops listening; a call that was kept stays. */
export async function stopListening(sql: Sql, triggerId: string): Promise<void> {
  await rowsOf(sql)
    .update(triggerSamples)
    .set({ listeningUntil: null })
    .where(eq(triggerSamples.triggerId, triggerId));
}

/**
 * Keeps a call, if the webhook listens for one; of several at the same time, one is kept. Hand-written SQL: it locks the row
 * and returns its state before the change.
 */
export async function keepCall(
  sql: Sql,
  triggerId: string,
  { payload, shortened }: KeptCall,
): Promise<{ readonly startsRun: boolean } | undefined> {
  const [before] = await sql<{ startsRun: boolean }[]>`
    with before as (
      select trigger_id, starts_run from trigger_samples
      where trigger_id = ${triggerId} and listening_until > now() for update
    )
    update trigger_samples s
    set listening_until = null, received_at = now(), payload = ${JSON.stringify(payload)}::text::json,
      shortened = ${shortened}
    from before where s.trigger_id = before.trigger_id
    returning before.starts_run as "startsRun"`;
  return before;
}
