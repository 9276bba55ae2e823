import { and, eq, isNull, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { debugSettings, pipelines } from '@/drizzle/schema';
import type { DebugSettings, JsonObject } from '@/engine';
import type { AuditAction } from '@/lib/contracts/audit';
import { type Queries, rowsOf } from '../db/rows';
import { audited } from './audit';

const NONE: DebugSettings = { breakpoints: [], pause_on_failure: false };

/** The breakpoints of a pipeline. */
export async function findDebugSettings(sql: Queries, pipelineId: string): Promise<DebugSettings> {
  const [row] = await rowsOf(sql)
    .select({ breakpoints: debugSettings.breakpoints, pause_on_failure: debugSettings.pauseOnFailure })
    .from(debugSettings)
    .where(eq(debugSettings.pipelineId, pipelineId));
  return row ? { ...row, breakpoints: [...row.breakpoints] } : NONE;
}

/** A change of the breakpoints of a pipeline. */
export interface DebugChange {
  readonly pipelineId: string;
  readonly action: AuditAction;
  readonly details: JsonObject;
  /** The settings after it; undefined when nothing changes. */
  readonly change: (before: DebugSettings) => DebugSettings | undefined;
}

/**
 * Changes the breakpoints of a pipeline, one change at a time.
 * @returns the settings afterwards; undefined when the pipeline does not exist
 */
export async function changeDebugSettings(
  sql: Sql,
  { pipelineId, action, details, change }: DebugChange,
): Promise<DebugSettings | undefined> {
  let after: DebugSettings | undefined;
  await audited(sql, { action, subject: 'pipeline' }, async (tx) => {
    const db = rowsOf(tx);
    // Locked, so that two changes of one pipeline do not overwrite each other.
    const found = await db
      .select({ id: pipelines.id, name: pipelines.name })
      .from(pipelines)
      .where(and(eq(pipelines.id, pipelineId), isNull(pipelines.deletedAt)))
      .for('no key update');
    if (found.length === 0) return [];
    const before = await findDebugSettings(tx, pipelineId);
    const changed = change(before);
    after = changed ?? before;
    if (changed === undefined) return [];
    const { breakpoints, pause_on_failure: pauseOnFailure } = changed;
    const row = { breakpoints, pauseOnFailure, changedAt: text`now()` };
    await db
      .insert(debugSettings)
      .values({ pipelineId, ...row })
      .onConflictDoUpdate({ target: debugSettings.pipelineId, set: row });
    return found.map((pipeline) => ({ ...pipeline, details }));
  });
  return after;
}
