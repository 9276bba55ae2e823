import type { TestDifference } from './judge';
import type { ProposedTest } from './propose';
import { type RunTestOptions, runTest } from './run-test';
import type { OutputExpectation, PipelineTest } from './schema';

/** A test that holds, and what was left out of it. */
export type SettledTest =
  | { readonly ok: true; readonly test: PipelineTest; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Runs a proposed test with the definition of its run, and leaves out what a test cannot repeat, such as values that
 * depend on the clock.
 */
export async function settleTest(
  proposed: ProposedTest,
  options: Omit<RunTestOptions, 'test'>,
): Promise<SettledTest> {
  if (!proposed.ok) return proposed;
  const { test } = proposed;
  const first = await runTest({ ...options, test });
  const reason = first.problems[0] ?? first.differences.find(({ kind }) => kind === 'status');
  if (reason) return { ok: false, message: `The run cannot be repeated as a test. ${reason.message}` };
  if (first.passed) return { ok: true, test, notes: [] };
  const settled = without(test, first.differences);
  return { ok: true, test: settled, notes: first.differences.map(noteOf) };
}

function without({ expect, ...test }: PipelineTest, differences: readonly TestDifference[]): PipelineTest {
  const differs = new Map(
    differences.map((difference) => [`${difference.kind} ${difference.at}`, difference]),
  );
  const steps = Object.entries(expect.steps).filter(([id]) => !differs.has(`step ${id}`));
  const outputs = expect.outputs.flatMap((expected): OutputExpectation[] => {
    const difference = differs.get(`output ${expected.path}`);
    if (!difference) return [expected];
    return difference.actual === undefined ? [] : [{ path: expected.path, match: 'any' }];
  });
  return { ...test, expect: { ...expect, steps: Object.fromEntries(steps), outputs } };
}

function noteOf({ kind, at }: TestDifference): string {
  return kind === 'step'
    ? `How ${at} ends depends on timing, so the test does not check it.`
    : `${at} differs from run to run, so the test only checks that it has a value.`;
}
