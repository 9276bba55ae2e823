import { and, asc, desc, eq, inArray, isNull, lt, notExists, notInArray, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { pipelineVersions, runs } from '@/drizzle/schema';
import { rowsOf } from '../../db/rows';

/** Versions removed in one statement. */
const BATCH_VERSIONS = 50;

/** Which versions of a pipeline may be removed: those that exceed both limits. */
export interface VersionRule {
  readonly pipelineId: string;
  /** Age of the version. */
  readonly keepDays: number;
  /** Newest versions that stay. */
  readonly keepCount: number;
}

/**
 * Removes the oldest versions that a rule selects, a bounded number in one statement. Keeps the newest version, named versions,
 * and versions that have runs. Skips versions that another transaction has locked.
 */
export async function removeVersions(
  sql: Sql,
  { pipelineId, keepDays, keepCount }: VersionRule,
): Promise<number> {
  const db = rowsOf(sql);
  const isOfPipeline = eq(pipelineVersions.pipelineId, pipelineId);
  const newest = db
    .select({ version: pipelineVersions.version })
    .from(pipelineVersions)
    .where(isOfPipeline)
    .orderBy(desc(pipelineVersions.version))
    .limit(Math.max(1, keepCount));
  const ofVersion = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelineVersions.pipelineId), eq(runs.version, pipelineVersions.version)));
  const unused = db.$with('unused').as(
    db
      .select({ version: pipelineVersions.version })
      .from(pipelineVersions)
      .where(
        and(
          isOfPipeline,
          isNull(pipelineVersions.name),
          lt(pipelineVersions.createdAt, text`now() - ${keepDays} * interval '1 day'`),
          notInArray(pipelineVersions.version, newest),
          notExists(ofVersion),
        ),
      )
      .orderBy(asc(pipelineVersions.version))
      .limit(BATCH_VERSIONS)
      .for('update', { skipLocked: true }),
  );
  const gone = await db
    .with(unused)
    .delete(pipelineVersions)
    .where(
      and(
        isOfPipeline,
        inArray(pipelineVersions.version, db.select({ version: unused.version }).from(unused)),
      ),
    )
    .returning({ version: pipelineVersions.version });
  return gone.length;
}
