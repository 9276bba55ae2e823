import { MAX_TESTS, type PipelineTest, type TestFile } from '@/engine';
import type {
  AddTestInput,
  ChangeTestInput,
  SavedTest,
  TestInput,
  TestRecord,
  TestSummary,
} from '@/lib/contracts/pipeline-tests';
import { newId } from '../../../ids';
import { findHead } from '../../../store/pipeline-head';
import {
  deleteTest,
  findTests,
  insertTest,
  listTests,
  type TestRefusal,
  updateTest,
} from '../../../store/pipeline-tests';
import type { ServiceContext } from '../../context';
import { Conflict, NotFound, type ServiceError } from '../../errors';
import { doesNotExist } from '../../not-found';
import { keptRun, type Testing } from './kept-run';

type Context = Pick<ServiceContext, 'sql'>;

/** The tests of a pipeline, without their content. @throws NotFound */
export async function listPipelineTests(
  ctx: Context,
  { id }: { id: string },
): Promise<{ tests: TestSummary[] }> {
  if ((await findHead(ctx.sql, id)) === undefined) throw doesNotExist('pipeline', id);
  return { tests: await listTests(ctx.sql, id) };
}

/** A test with its content. @throws NotFound */
export async function getPipelineTest(ctx: Context, { id, test }: TestInput): Promise<TestRecord> {
  const [found] = await findTests(ctx.sql, id, [test]);
  if (!found) throw noTest(test);
  return found;
}

/** The tests of a pipeline as a file. @throws NotFound */
export async function exportTests(ctx: Context, { id }: { id: string }): Promise<TestFile> {
  if ((await findHead(ctx.sql, id)) === undefined) throw doesNotExist('pipeline', id);
  return { tests: (await findTests(ctx.sql, id)).map(({ test }) => test) };
}

/**
 * Adds a test: a written one, or one kept from a run.
 * @throws NotFound
 * @throws Conflict when the name is taken, or the run cannot be kept
 */
export async function addPipelineTest(
  ctx: ServiceContext,
  testing: Testing,
  { id, content, run, name }: AddTestInput,
): Promise<SavedTest> {
  const { test, number, notes } = await contentOf(ctx, testing, { id, content, run, name });
  const testId = newId('test');
  const refusal = await insertTest(ctx.sql, {
    ...{ pipelineId: id, id: testId, test, run: number, most: MAX_TESTS },
  });
  if (refusal) throw refused(refusal, { id, test: testId, name: test.name });
  return { ...(await getPipelineTest(ctx, { id, test: testId })), notes };
}

/** Replaces a test by a written one, or by what a run proposes; its name then stays. @throws as `addPipelineTest` */
export async function changePipelineTest(
  ctx: ServiceContext,
  testing: Testing,
  { id, test: testId, content, run, name }: ChangeTestInput,
): Promise<SavedTest> {
  const before = await getPipelineTest(ctx, { id, test: testId });
  const changed = { id, content, run, name: name ?? before.name };
  const { test, number, notes } = await contentOf(ctx, testing, changed);
  const from = run === undefined ? before.run : number;
  const refusal = await updateTest(ctx.sql, { pipelineId: id, id: testId, test, run: from });
  if (refusal) throw refused(refusal, { id, test: testId, name: test.name });
  return { ...(await getPipelineTest(ctx, { id, test: testId })), notes };
}

/** Deletes a test. @throws NotFound */
export async function removePipelineTest(ctx: Context, { id, test }: TestInput): Promise<TestSummary> {
  const removed = await deleteTest(ctx.sql, id, test);
  if (!removed) throw noTest(test);
  return removed;
}

interface Content {
  readonly test: PipelineTest;
  readonly number: number | null;
  readonly notes: string[];
}

async function contentOf(
  ctx: ServiceContext,
  testing: Testing,
  { id, content, run, name }: AddTestInput,
): Promise<Content> {
  if (content !== undefined) return { test: content, number: null, notes: [] };
  return keptRun(ctx, testing, { id, run: run ?? '', name });
}

function refused(
  why: TestRefusal,
  { id, test, name }: { id: string; test: string; name: string },
): ServiceError {
  switch (why) {
    case 'no_pipeline':
      return doesNotExist('pipeline', id);
    case 'no_test':
      return noTest(test);
    case 'name_taken':
      return new Conflict(`A test named ${name} already exists. Choose another name.`);
    case 'too_many':
      return new Conflict(`The pipeline has ${MAX_TESTS} tests, which is the limit. Delete a test first.`);
  }
}

function noTest(test: string): NotFound {
  return new NotFound(`The pipeline has no test ${test}. It may have been deleted.`);
}
