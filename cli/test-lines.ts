import type { Json, JsonChange, TestResult } from '@/engine';

type Shown = Pick<TestResult, 'name' | 'passed' | 'problems'>;

/** A difference of this process or of a server. */
interface ShownDifference {
  readonly message: string;
  readonly changes?:
    | readonly {
        readonly kind: JsonChange['kind'];
        readonly path: readonly (string | number)[];
        readonly left?: Json | undefined;
        readonly right?: Json | undefined;
      }[]
    | undefined;
}

/** The results of the tests of one pipeline. */
export interface TestSuite {
  /** The file, or the id of the pipeline. */
  readonly name: string;
  readonly results: readonly (Shown & { readonly differences: readonly ShownDifference[] })[];
}

/** Longest value in a line, in characters. */
const MAX_VALUE = 100;

/** Numbers of tests that passed and that did not. */
export function totalsOfSuites(suites: readonly TestSuite[]): { passed: number; failed: number } {
  const results = suites.flatMap((suite) => suite.results);
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed };
}

/** The results as lines for a terminal. */
export function testLines(suites: readonly TestSuite[]): string[] {
  const { passed, failed } = totalsOfSuites(suites);
  const count = passed + failed;
  return [
    ...suites.flatMap(({ name, results }) => [name, ...results.flatMap(resultLines)]),
    `${count} ${count === 1 ? 'test' : 'tests'}: ${passed} passed, ${failed} failed.`,
  ];
}

function resultLines(result: TestSuite['results'][number]): string[] {
  return [
    `  ${result.passed ? '✓' : '✕'} ${result.name}`,
    ...failureLines(result).map((line) => `      ${line}`),
  ];
}

/** Why a test did not pass, as lines. */
export function failureLines({ problems, differences }: TestSuite['results'][number]): string[] {
  return [
    ...problems.map(({ message }) => message),
    ...differences.flatMap(({ message, changes = [] }) => [message, ...changes.flatMap(changeLine)]),
  ];
}

/** The differences inside a value; the sentence says it when the whole value differs. */
function changeLine({ kind, path, left, right }: NonNullable<ShownDifference['changes']>[number]): string[] {
  if (path.length === 0) return [];
  const at = path.join('.');
  if (kind === 'added') return [`  + ${at}: ${shown(right)}`];
  if (kind === 'removed') return [`  - ${at}: ${shown(left)}`];
  return [`  ~ ${at}: ${shown(left)} → ${shown(right)}`];
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}
