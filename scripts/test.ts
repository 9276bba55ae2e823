import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './build';
import { ensureChromium } from './chromium';
import { ensureMailServer } from './mail-server';
import { ensureMariadb } from './mariadb';
import { describeFailures, failure, type Report, readReports } from './report/report';
import { ensureRestateServer } from './restate-server';
import { fail, run, runPackage } from './run';

interface Stage {
  readonly title: string;
  /** @returns whether it passed */
  run(): Promise<boolean>;
}

function stages(reports: string): Stage[] {
  const env = { PIPEWRIGHT_TEST_REPORTS: reports };
  return [
    {
      title: 'Format, lint, types, architecture, unused code, unit tests',
      run: async () => (await run('npm', ['run', '--silent', 'check'], { env })) === 0,
    },
    {
      title: 'Integration tests',
      run: async () => {
        await ensureMariadb();
        await ensureMailServer();
        // Without Restate, its tests report that they are skipped.
        await ensureRestateServer().catch(warn);
        const args = ['run', '--project', 'integration*'];
        return (await runPackage('vitest/vitest.mjs', args, { env })) === 0;
      },
    },
    {
      title: 'Build',
      run: () => ensureBuild().then(() => true),
    },
    {
      title: 'Browser tests',
      run: async () => {
        const chromium = { PIPEWRIGHT_CHROMIUM: await ensureChromium() };
        return (await runPackage('playwright/cli.js', ['test'], { env: { ...env, ...chromium } })) === 0;
      },
    },
  ];
}

/** Prints why a part of the tests is skipped. */
function warn(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}

async function runStage({ title, run: work }: Stage): Promise<boolean> {
  console.log(`\n=== ${title}\n`);
  const start = performance.now();
  const isGood = await work().catch((error: unknown) => {
    fail(error);
    return false;
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`\n=== ${title}: ${isGood ? 'passed' : 'FAILED'} in ${seconds} s`);
  return isGood;
}

/** Runs all stages. A stage that fails without a failed test, like the linter, is a failure itself. */
async function runAll(reports: string): Promise<Report> {
  let tests: Report = { passed: 0, failures: [] };
  const others: Report['failures'] = [];
  for (const stage of stages(reports)) {
    const isGood = await runStage(stage);
    const before = tests.failures.length;
    tests = await readReports(reports);
    if (!isGood && tests.failures.length === before) {
      others.push(failure(stage.title, ['Not by a test: see the output of this stage.']));
    }
  }
  return { passed: tests.passed, failures: [...tests.failures, ...others] };
}

async function main(): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'pipewright-reports-'));
  const { passed, failures } = await runAll(reports).finally(() =>
    rm(reports, { recursive: true, force: true }),
  );
  if (failures.length > 0 || passed === 0) process.exitCode = 1;
  if (failures.length > 0) console.log(`\n${describeFailures(failures)}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
}

await main().catch(fail);
