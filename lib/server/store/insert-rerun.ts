import { and, eq, isNull } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { files, runEvents, runPayloads, runs } from '@/drizzle/schema';
import type { RunEvent } from '@/engine';
import { type Queries, rowsOf } from '../db/rows';
import { newId } from '../ids';
import { extractLarge, type NewPayload, referencesOf, rowOf } from './event-payloads';
import { insertPayloads } from './insert-payloads';
import { insertRun, type NewRun } from './new-runs';
import { PROTOCOL } from './protocol';

/** Rows of one statement. */
const ROWS = 500;

/** A re-run that takes over results. */
export interface NewRerun {
  readonly run: NewRun;
  /** Undefined for a try without the values of a run. */
  readonly originalId: string | undefined;
  /** The events after the first. Large values are references, or are stored here. */
  readonly events: readonly RunEvent[];
}

/**
 * Inserts a re-run in one transaction, with references of its own to the values and files that it takes over: it stays
 * whole when the original is deleted. Returns its number; undefined when the pipeline or the original was deleted.
 */
export function insertRerun(
  sql: Sql,
  { run, originalId, events: given }: NewRerun,
): Promise<number | undefined> {
  const large = new Map<string, NewPayload>();
  const events = given.map((event) => extractLarge(event, (payload) => large.set(payload.hash, payload)));
  return sql.begin(async (tx) => {
    if (originalId !== undefined && !(await lockRun(tx, originalId))) return undefined;
    const number = await insertRun(tx, run);
    if (number === undefined) return undefined;
    if (large.size > 0) await insertPayloads(tx, [...large.values()].map(rowOf));
    await writeEvents(tx, run.id, events);
    await linkValues(tx, run.id, events);
    if (originalId !== undefined) await copyFiles(tx, run.id, originalId, events);
    return number;
  });
}

/** Retention deletes no locked run, and so none of its values and files. False when it is deleted. */
async function lockRun(tx: TransactionSql, id: string): Promise<boolean> {
  const found = await rowsOf(tx).select({ id: runs.id }).from(runs).where(eq(runs.id, id)).for('key share');
  return found.length > 0;
}

async function writeEvents(tx: TransactionSql, runId: string, events: readonly RunEvent[]): Promise<void> {
  const rows = events.map(({ seq, at, ...body }) => ({
    ...{ runId, seq, at, type: body.type, body },
    step: 'step' in body ? (body.step ?? null) : null,
    iteration: 'iteration' in body ? (body.iteration ?? null) : null,
    attempt: null,
  }));
  for (const portion of portions(rows)) await rowsOf(tx).insert(runEvents).values(portion);
  const lastSeq = events.at(-1)?.seq ?? 1;
  await rowsOf(tx).update(runs).set({ lastSeq, protocol: PROTOCOL }).where(eq(runs.id, runId));
}

async function linkValues(tx: Queries, runId: string, events: readonly RunEvent[]): Promise<void> {
  const hashes = [...new Set(events.flatMap(referencesOf))];
  for (const portion of portions(hashes.map((hash) => ({ runId, hash }))))
    await rowsOf(tx).insert(runPayloads).values(portion).onConflictDoNothing();
}

async function copyFiles(
  tx: Queries,
  runId: string,
  originalId: string,
  events: readonly RunEvent[],
): Promise<void> {
  const isTaken = takenBy(events);
  const found = await rowsOf(tx)
    .select()
    .from(files)
    .where(and(eq(files.runId, originalId), isNull(files.expiredAt)));
  const copies = found
    .filter(({ step, iteration }) => isTaken(step, iteration))
    // Their content expires as if this run had made them.
    .map(({ createdAt: _, expiredAt: __, ...file }) => ({ ...file, id: newId('file'), runId }));
  for (const portion of portions(copies)) await rowsOf(tx).insert(files).values(portion);
}

/** Whether a re-run takes over the unit that made a file. */
function takenBy(events: readonly RunEvent[]): (step: string, iteration: readonly number[]) => boolean {
  const reused = events.flatMap((event) => (event.type === 'step_reused' ? [event] : []));
  const units = new Set(reused.map(({ step, iteration = [] }) => `${step} ${iteration.join(' ')}`));
  return (step, [first]) => units.has(`${step} `) || units.has(`${step} ${first}`);
}

function portions<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) =>
    rows.slice(index * ROWS, (index + 1) * ROWS),
  );
}
