import { availableParallelism } from 'node:os';
import { fail, runBuffered } from './run';

/** npm scripts of the checks, the slowest first. They are read-only, so they run concurrently. */
const CHECKS = ['types', 'architecture', 'dead', 'lint', 'docs:check', 'words', 'links', 'sbom:check'];

/** Number of concurrent checks: each uses one core most of the time. */
const AT_A_TIME = Math.max(2, availableParallelism() - 1);

/** Runs a check and prints its output at its end. @returns whether it passed */
async function check(name: string): Promise<boolean> {
  const start = performance.now();
  const hasPassed = (await runBuffered('npm', ['run', '--silent', name])) === 0;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`--- ${name}: ${hasPassed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return hasPassed;
}

/** Runs all checks. @returns the names of those that failed */
async function runChecks(): Promise<string[]> {
  const waiting = [...CHECKS];
  const failed: string[] = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (!(await check(name))) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failed;
}

/** @throws Error naming the checks that failed */
async function main(): Promise<void> {
  const failed = await runChecks();
  // Unit tests use two cores, so they come last and alone; a failed check does not hide their result.
  if (!(await check('test:unit'))) failed.push('test:unit');
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}. See the output above.`);
}

await main().catch(fail);
