import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { failure, type Report, writeReport } from './report';

function describe({ message, value, snippet }: TestError): string {
  return [message ?? value ?? 'Error', snippet].filter(Boolean).join('\n');
}

function nameOf(test: TestCase): string {
  return `${relative(process.cwd(), test.location.file)}:${test.location.line} ${test.title}`;
}

/** Reports a run of Playwright to scripts/test.ts. */
export default class PlaywrightReporter implements Reporter {
  readonly #folder: string;
  readonly #others: Report['failures'] = [];
  #suite: Suite | undefined;

  /** @param options.folder where the report is written */
  constructor({ folder }: { readonly folder: string }) {
    this.#folder = folder;
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  /** An error outside of tests, such as a server that does not start. */
  onError(error: TestError): void {
    this.#others.push(failure('an error outside of the stories', [describe(error)]));
  }

  async onEnd(): Promise<void> {
    const tests = this.#suite?.allTests() ?? [];
    await writeReport(this.#folder, {
      passed: tests.filter((test) => ['expected', 'flaky'].includes(test.outcome())).length,
      failures: [
        ...this.#others,
        ...tests
          .filter((test) => test.outcome() === 'unexpected')
          .map((test) =>
            failure(
              nameOf(test),
              test.results.flatMap(({ errors }) => errors.map(describe)),
            ),
          ),
      ],
    });
  }
}
