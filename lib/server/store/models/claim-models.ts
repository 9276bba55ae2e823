import { and, eq, isNotNull, isNull, lt, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { isUnfinishedModel } from '@/drizzle/predicates';
import { models } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { Failure } from '@/engine';
import { rowsOf } from '../../db/rows';
import { condition } from '../where';
import type { ModelRow } from './model-row';

/** Seconds without a heartbeat after which the process of a download counts as ended. */
export const MODEL_LEASE_SECONDS = 30;

/** A model that a process is about to download. */
export type NewModelRow = Pick<
  ModelRow,
  'id' | 'name' | 'source' | 'uri' | 'metadata' | 'requestKey' | 'request' | 'runId' | 'step'
> & { readonly owner: string };

/** Models without a heartbeat for a number of seconds. */
const isSilent = (seconds: number) => lt(models.heartbeatAt, text`now() - make_interval(secs => ${seconds})`);

/** Downloads without a live process. */
export const isAbandoned = or(isNull(models.owner), isSilent(MODEL_LEASE_SECONDS));

/**
 * Claims the download of a model: a new one, a failed one, or one whose process has ended.
 * @returns its id; undefined while another process downloads it
 */
export async function claimModel(sql: Sql, model: NewModelRow): Promise<string | undefined> {
  const { metadata, request, runId, step, owner } = model;
  const claimed = { metadata, request, runId, step, owner, status: 'downloading', heartbeatAt: NOW } as const;
  const [row] = await rowsOf(sql)
    .insert(models)
    .values({ ...model, ...claimed })
    .onConflictDoUpdate({
      target: models.requestKey,
      targetWhere: condition(isUnfinishedModel),
      set: {
        ...claimed,
        error: null,
        cancelRequested: false,
        bytesPerSecond: 0,
        upload: null,
        updatedAt: NOW,
      },
      setWhere: or(eq(models.status, 'error'), isAbandoned),
    })
    .returning({ id: models.id });
  return row?.id;
}

/** Claims the oldest download that a person started and whose process has ended. */
export async function claimAbandoned(sql: Sql, owner: string): Promise<ModelRow | undefined> {
  const db = rowsOf(sql);
  const oldest = db
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.status, 'downloading'), isNull(models.runId), isAbandoned))
    .orderBy(models.createdAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(models)
    .set({ owner, heartbeatAt: NOW, updatedAt: NOW })
    .where(eq(models.id, oldest))
    .returning();
  return row;
}

/** Fails downloads of steps that did not resume them. */
export async function failAbandoned(sql: Sql, error: Failure, afterSeconds: number): Promise<void> {
  await rowsOf(sql)
    .update(models)
    .set({ status: 'error', error, owner: null, updatedAt: NOW })
    .where(
      and(
        eq(models.status, 'downloading'),
        isNotNull(models.runId),
        or(isNull(models.heartbeatAt), isSilent(afterSeconds)),
      ),
    );
}
