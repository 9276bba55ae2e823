import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
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
  run(options: StageOptions): Promise<boolean>;
}

interface StageOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Output comes at the end, because another stage prints at the same time. */
  readonly isBuffered: boolean;
}

/** Memory in bytes with which two stages run at the same time: together they take 8 GB. */
const MEMORY_FOR_BOTH = 12 * 1024 ** 3;

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
  const names = await readdir(folder);
  return sum(await Promise.all(names.map(async (name) => count(await readFile(join(folder, name), 'utf8')))));
}

const CHECKS: Stage = {
  title: 'Format, lint, types, architecture, unused code, unit tests',
  run: async (options) => (await run('npm', ['run', '--silent', 'check'], options)) === 0,
};

const INTEGRATION: Stage = {
  title: 'Integration tests',
  run: async (options) =>
    (await runPackage('vitest/vitest.mjs', ['run', '--project', 'integration'], options)) === 0,
};

const BUILD: Stage = {
  title: 'Build',
  run: (options) => ensureBuild(options).then(() => true),
};

const BROWSER: Stage = {
  title: 'Browser tests',
  run: async ({ env, isBuffered }) => {
    const chromium = { PIPEWRIGHT_CHROMIUM: await ensureChromium() };
    const options = { env: { ...env, ...chromium }, isBuffered };
    return (await runPackage('playwright/cli.js', ['test'], options)) === 0;
  },
};

/** Finds or installs programs of the tests, one after the other: the package manager runs once at a time. */
async function ensurePrograms(): Promise<void> {
  await ensureMariadb();
  await ensureMailServer();
  // Without it, the tests of runs on Restate report that they are skipped.
  await ensureRestateServer().catch(report);
  // Without it, the browser tests fail.
  await ensureChromium().catch(report);
}

/** Prints why a part of the tests is skipped. */
function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}

/** A stage that fails without a failed test, like the linter, counts as one failure. */
async function runStage(stage: Stage, reports: string, isBuffered = false): Promise<Counts> {
  const { title } = stage;
  console.log(`\n=== ${title}\n`);
  const folder = await mkdtemp(join(reports, 'stage-'));
  const start = performance.now();
  const isGood = await stage
    .run({ env: { PIPEWRIGHT_TEST_REPORTS: folder }, isBuffered })
    .catch((error: unknown) => {
      fail(error);
      return false;
    });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`\n=== ${title}: ${isGood ? 'passed' : 'FAILED'} in ${seconds} s`);
  const { passed, failed } = await readReports(folder);
  return { passed, failed: isGood ? failed : Math.max(failed, 1) };
}

/** Tests of both kinds wait for servers at times: the build and the browser tests use the time of integration tests. */
async function runAll(reports: string): Promise<Counts[]> {
  const checks = await runStage(CHECKS, reports);
  await ensurePrograms();
  const isConcurrent = totalmem() >= MEMORY_FOR_BOTH;
  const browse = async () => [
    await runStage(BUILD, reports, isConcurrent),
    await runStage(BROWSER, reports, isConcurrent),
  ];
  const integration = runStage(INTEGRATION, reports);
  const rest = isConcurrent ? browse() : integration.then(browse);
  const [tested, browsed] = await Promise.all([integration, rest]);
  return [checks, tested, ...browsed];
}

function sum(all: readonly Counts[]): Counts {
  const add = (total: Counts, { passed, failed }: Counts) => ({
    passed: total.passed + passed,
    failed: total.failed + failed,
  });
  return all.reduce(add, { passed: 0, failed: 0 });
}

async function main(): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'pipewright-reports-'));
  const counts = await runAll(reports).finally(() => rm(reports, { recursive: true, force: true }));
  const { passed, failed } = sum(counts);
  if (failed > 0 || passed === 0) process.exitCode = 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}

await main().catch(fail);
