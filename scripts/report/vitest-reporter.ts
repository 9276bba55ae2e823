import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { failure, type Report, writeReport } from './report';

/** Where an error was thrown; of an error that no test caught, Vitest reads no stack. */
function placeOf({ stacks, stack }: SerializedError): string | undefined {
  const [top] = stacks ?? [];
  if (top !== undefined) return `at ${top.file}:${top.line}:${top.column}`;
  return stack
    ?.split('\n')
    .find((line) => /^\s+at /.test(line))
    ?.trim();
}

/** An error with the difference of what was compared, and its place. */
function describe(error: SerializedError): string {
  const { name, message, diff } = error;
  return [`${name ?? 'Error'}: ${message}`, typeof diff === 'string' ? diff : undefined, placeOf(error)]
    .filter((line) => line !== undefined)
    .join('\n');
}

/** An error that no test caught, with the file in which it happened where Vitest knows it. */
function strayFailure(error: SerializedError): Report['failures'][number] {
  const path = error.VITEST_TEST_PATH;
  const name =
    typeof path === 'string'
      ? `${relative(process.cwd(), path)} (no test caught this)`
      : 'outside of the tests';
  return failure(name, [describe(error)]);
}

/** Failures of a file: of the file itself, of hooks of its suites, of its tests. */
function failuresOf(module: TestModule): Report['failures'] {
  const hooks = [
    { name: '', errors: module.errors() },
    ...[...module.children.allSuites()].map((suite) => ({ name: suite.fullName, errors: suite.errors() })),
  ];
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: test.fullName,
    errors: test.result().errors ?? [],
  }));
  const file = relative(process.cwd(), module.moduleId);
  return [...hooks.filter(({ errors }) => errors.length > 0), ...tests].map(({ name, errors }) =>
    failure(`${file} ${name}`.trimEnd(), errors.map(describe)),
  );
}

/** Reports a run of Vitest to scripts/test.ts. */
export default class VitestReporter implements Reporter {
  readonly #folder: string;

  /** @param options.folder where the report is written */
  constructor({ folder }: { readonly folder: string }) {
    this.#folder = folder;
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    await writeReport(this.#folder, {
      passed: modules.reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0),
      failures: [...modules.flatMap(failuresOf), ...unhandled.map(strayFailure)],
    });
  }
}
