import { availableParallelism } from 'node:os';
import { programFailure, writeReport } from './report/report';
import { fail, runBuffered } from './run';

/** npm scripts of the checks, the slowest first. They are read-only, so they run concurrently. */
const CHECKS = ['types', 'architecture', 'dead', 'lint', 'docs:check', 'words', 'links', 'sbom:check'];

/** Number of concurrent checks: each uses one core most of the time. */
const AT_A_TIME = Math.max(2, availableParallelism() - 1);

interface Outcome {
  readonly hasPassed: boolean;
  readonly output: string;
}

/** Runs a check and prints its output at its end. */
async function check(name: string): Promise<Outcome> {
  const start = performance.now();
  const { code, output } = await runBuffered('npm', ['run', '--silent', name]);
  const hasPassed = code === 0;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`--- ${name}: ${hasPassed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return { hasPassed, output };
}

/** Reports a failed check to scripts/test.ts, as the test runners report failed tests. */
async function report(name: string, output: string): Promise<void> {
  const folder = process.env.PIPEWRIGHT_TEST_REPORTS;
  if (folder) await writeReport(folder, { passed: 0, failures: [programFailure(`npm run ${name}`, output)] });
}

/** Runs all checks. @returns the names of those that failed */
async function runChecks(): Promise<string[]> {
  const waiting = [...CHECKS];
  const failed: string[] = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { hasPassed, output } = await check(name);
      if (hasPassed) continue;
      failed.push(name);
      await report(name, output);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failed;
}

/** @throws Error naming the checks that failed */
async function main(): Promise<void> {
  const failed = await runChecks();
  // Unit tests use two cores, so they come last and alone; a failed check does not hide their result.
  if (!(await check('test:unit')).hasPassed) failed.push('test:unit');
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}. See the output above.`);
}

await main().catch(fail);
