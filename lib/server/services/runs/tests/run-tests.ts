import { isRunnable, notRun, type PipelineDocument, runTest, type TestResult } from '@/engine';
import type { RunTestsInput, TestResultRecord, TestResults } from '@/lib/contracts/pipeline-tests';
import { testPorts } from '../../../adapters/test-ports';
import { findTests, type TestRow } from '../../../store/pipeline-tests';
import type { ServiceContext } from '../../context';
import { NotFound } from '../../errors';
import { doesNotExist } from '../../not-found';
import { type Testing, testDeadline } from './kept-run';

/** Runs tests of a pipeline with its draft, one after the other. Stores nothing. @throws NotFound */
export async function runPipelineTests(
  ctx: ServiceContext,
  testing: Testing,
  { id, tests: ids }: RunTestsInput,
): Promise<TestResults> {
  const found = await resultsOfTests(ctx, testing, { id, tests: ids });
  const results = found.map(({ test, result }) => recordOf(test.id, result));
  const passed = results.filter((each) => each.passed).length;
  return { passed, failed: results.length - passed, results };
}

/** A test with what it found. */
export interface TestWithResult {
  readonly test: TestRow;
  readonly result: TestResult;
}

/** The results of tests, with everything that they took. @throws NotFound */
export async function resultsOfTests(
  ctx: Pick<ServiceContext, 'sql' | 'definitions'>,
  testing: Testing,
  { id, tests: ids }: RunTestsInput,
): Promise<TestWithResult[]> {
  const current = await ctx.definitions.current(id);
  if (!current) throw doesNotExist('pipeline', id);
  const tests = await findTests(ctx.sql, id, ids);
  const gone = ids?.find((each) => !tests.some((test) => test.id === each));
  if (gone !== undefined) throw new NotFound(`The pipeline has no test ${gone}. It may have been deleted.`);
  const { document, problems } = current.definition;
  const refusal = isRunnable(problems) ? undefined : problems.find(({ severity }) => severity === 'error');
  const signal = testDeadline();
  const run = (test: TestRow, checked: PipelineDocument) =>
    runTest({
      ...{ document: checked, test: test.test, catalogue: testing.catalogue },
      ...{ ports: testPorts(testing.sandbox), signal },
    });
  const found: TestWithResult[] = [];
  for (const test of tests) {
    const result = refusal ? notRun(test.test, [unfinished(refusal)]) : await run(test, document);
    found.push({ test, result });
  }
  return found;
}

function unfinished({ message, step }: { message: string; step?: string | undefined }) {
  return {
    message: `The pipeline cannot run: ${message} Correct it in the editor.`,
    ...(step === undefined ? {} : { step }),
  };
}

function recordOf(id: string, result: TestResult): TestResultRecord {
  const { name, passed, problems, differences, status } = result;
  return {
    ...{ id, name, passed, problems: [...problems], status: status ?? null },
    differences: differences.map(({ changes, ...each }) => ({
      ...each,
      ...(changes ? { changes: changes.map((change) => ({ ...change, path: [...change.path] })) } : {}),
    })),
  };
}
