import { and, asc, eq, inArray, isNull, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { pipelines, pipelineTests } from '@/drizzle/schema';
import type { PipelineTest } from '@/engine';
import { type RowOf, rowsOf } from '../db/rows';
import { audited } from './audit';

export type TestRow = Pick<RowOf<typeof pipelineTests>, 'id' | 'name' | 'run' | 'updatedAt' | 'test'>;

const summary = {
  id: pipelineTests.id,
  name: pipelineTests.name,
  run: pipelineTests.run,
  updatedAt: pipelineTests.updatedAt,
};

/** The tests of a pipeline by name, without their content. */
export function listTests(sql: Sql, pipelineId: string): Promise<Omit<TestRow, 'test'>[]> {
  return rowsOf(sql)
    .select(summary)
    .from(pipelineTests)
    .where(eq(pipelineTests.pipelineId, pipelineId))
    .orderBy(asc(pipelineTests.name));
}

/** Tests of a pipeline with their content, by name. @param ids undefined for all */
export function findTests(sql: Sql, pipelineId: string, ids?: readonly string[]): Promise<TestRow[]> {
  const ofPipeline = eq(pipelineTests.pipelineId, pipelineId);
  return rowsOf(sql)
    .select({ ...summary, test: pipelineTests.test })
    .from(pipelineTests)
    .where(ids ? and(ofPipeline, inArray(pipelineTests.id, [...ids])) : ofPipeline)
    .orderBy(asc(pipelineTests.name));
}

/** A test to be stored. */
export interface NewTest {
  readonly pipelineId: string;
  readonly id: string;
  readonly test: PipelineTest;
  readonly run: number | null;
  readonly most: number;
}

/** Why a test was not stored. */
export type TestRefusal = 'no_pipeline' | 'no_test' | 'name_taken' | 'too_many';

/** Stores a new test. */
export async function insertTest(sql: Sql, { most, ...added }: NewTest): Promise<TestRefusal | undefined> {
  let refusal: TestRefusal | undefined;
  await audited(sql, { action: 'pipeline.test_saved', subject: 'pipeline' }, async (tx) => {
    const found = await lockedPipeline(tx, added.pipelineId);
    if (found.length === 0) refusal = 'no_pipeline';
    else if ((await countTests(tx, added.pipelineId)) >= most) refusal = 'too_many';
    if (refusal) return [];
    const { name } = added.test;
    const inserted = await rowsOf(tx)
      .insert(pipelineTests)
      .values({ ...added, name })
      .onConflictDoNothing()
      .returning({ id: pipelineTests.id });
    if (inserted.length === 0) refusal = 'name_taken';
    return inserted.flatMap(() => found.map((pipeline) => ({ ...pipeline, details: { test: name } })));
  });
  return refusal;
}

/** Replaces a test. */
export async function updateTest(
  sql: Sql,
  { pipelineId, id, test, run }: Omit<NewTest, 'most'>,
): Promise<TestRefusal | undefined> {
  let refusal: TestRefusal | undefined;
  await audited(sql, { action: 'pipeline.test_saved', subject: 'pipeline' }, async (tx) => {
    const db = rowsOf(tx);
    const found = await lockedPipeline(tx, pipelineId);
    const named = await db
      .select({ id: pipelineTests.id })
      .from(pipelineTests)
      .where(and(eq(pipelineTests.pipelineId, pipelineId), eq(pipelineTests.name, test.name)));
    if (named.some((each) => each.id !== id)) refusal = 'name_taken';
    if (refusal) return [];
    const changed = await db
      .update(pipelineTests)
      .set({ name: test.name, test, run, updatedAt: text`now()` })
      .where(and(eq(pipelineTests.pipelineId, pipelineId), eq(pipelineTests.id, id)))
      .returning({ id: pipelineTests.id });
    if (changed.length === 0) refusal = 'no_test';
    return changed.flatMap(() => found.map((pipeline) => ({ ...pipeline, details: { test: test.name } })));
  });
  return refusal;
}

/** Deletes a test; undefined when it does not exist. */
export async function deleteTest(
  sql: Sql,
  pipelineId: string,
  id: string,
): Promise<Omit<TestRow, 'test'> | undefined> {
  let removed: Omit<TestRow, 'test'> | undefined;
  await audited(sql, { action: 'pipeline.test_deleted', subject: 'pipeline' }, async (tx) => {
    const found = await lockedPipeline(tx, pipelineId);
    [removed] = await rowsOf(tx)
      .delete(pipelineTests)
      .where(and(eq(pipelineTests.pipelineId, pipelineId), eq(pipelineTests.id, id)))
      .returning(summary);
    const name = removed?.name;
    return name === undefined ? [] : found.map((each) => ({ ...each, details: { test: name } }));
  });
  return removed;
}

/** The lock keeps two tests of one name, and more tests than the limit, from being added at the same time. */
function lockedPipeline(tx: TransactionSql, id: string): Promise<{ id: string; name: string }[]> {
  return rowsOf(tx)
    .select({ id: pipelines.id, name: pipelines.name })
    .from(pipelines)
    .where(and(eq(pipelines.id, id), isNull(pipelines.deletedAt)))
    .for('no key update');
}

async function countTests(tx: TransactionSql, pipelineId: string): Promise<number> {
  return rowsOf(tx).$count(pipelineTests, eq(pipelineTests.pipelineId, pipelineId));
}
