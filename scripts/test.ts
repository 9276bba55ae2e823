import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureBuild } from './build';
import { ensureChromium } from './chromium';
import { ensureMailServer } from './mail-server';
import { ensureMariadb } from './mariadb';
import { ensureRestateServer } from './restate-server';
import { fail, run, runPackage } from './run';

/** Tests of one or several reports. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Stage {
  readonly title: string;
  /** @returns whether it passed */
  run(): Promise<boolean>;
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
});

function countVitest(report: z.infer<typeof vitestReport>): Counts {
  // A file that cannot be loaded has no failed test, but counts as a failure.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

function count(text: string): Counts {
  const json: unknown = JSON.parse(text);
  const browser = playwrightReport.safeParse(json);
  if (!browser.success) return countVitest(vitestReport.parse(json));
  const { expected, flaky, unexpected } = browser.data.stats;
  return { passed: expected + flaky, failed: unexpected };
}

async function readReports(folder: string): Promise<Counts> {
  let total: Counts = { passed: 0, failed: 0 };
  for (const name of await readdir(folder)) {
    const { passed, failed } = count(await readFile(join(folder, name), 'utf8'));
    total = { passed: total.passed + passed, failed: total.failed + failed };
  }
  return total;
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
        await ensureRestateServer().catch(report);
        const args = ['run', '--project', 'integration'];
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
function report(error: unknown): void {
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

/** A stage that fails without a failed test, like the linter, counts as one failure. */
async function runAll(reports: string): Promise<Counts> {
  let tests: Counts = { passed: 0, failed: 0 };
  let others = 0;
  for (const stage of stages(reports)) {
    const isGood = await runStage(stage);
    const before = tests.failed;
    tests = await readReports(reports);
    if (!isGood && tests.failed === before) others += 1;
  }
  return { passed: tests.passed, failed: tests.failed + others };
}

async function main(): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'pipewright-reports-'));
  const { passed, failed } = await runAll(reports).finally(() =>
    rm(reports, { recursive: true, force: true }),
  );
  if (failed > 0 || passed === 0) process.exitCode = 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}

await main().catch(fail);
