import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../run';
import { describeFailures, readReports } from './report';

/** Runs planted tests. @returns what `npm test` prints of their failures */
async function runPlanted(args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-planted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const reports = join(folder, 'reports');
  await mkdir(reports);
  const env = {
    ...process.env,
    PIPEWRIGHT_TEST_REPORTS: reports,
    PIPEWRIGHT_TEST_RESULTS: join(folder, 'results'),
  };
  const failed = await promisify(execFile)(process.execPath, args, { cwd: projectRoot, env }).then(
    () => false,
    () => true,
  );
  const { passed, failures } = await readReports(reports);
  return { failed, passed, text: describeFailures(failures) };
}

const planted = (name: string) => `scripts/report/planted/${name}`;

test('what failed under Vitest is repeated: tests, hooks, files and errors that no test caught', async () => {
  const config = planted('vitest.config.ts');
  const { failed, passed, text } = await runPlanted([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
  ]);
  // The test that leaves a promise passes itself.
  expect({ failed, passed }).toEqual({ failed: true, passed: 2 });
  expect(text.split('\n\n').toSorted()).toEqual([
    expect.stringMatching(
      /^Failed: scripts\/report\/planted\/broken\.vitest\.ts\n {2}Error: cannot be loaded\n {2}at .*broken\.vitest\.ts:1/,
    ),
    expect.stringMatching(
      /^Failed: scripts\/report\/planted\/tests\.vitest\.ts \(no test caught this\)\n {2}Error: nobody waits\n {2}at .*tests\.vitest\.ts:22/,
    ),
    expect.stringMatching(
      /^Failed: scripts\/report\/planted\/tests\.vitest\.ts compares\n {2}AssertionError: (.|\n)*\n {2}- {3}"a": 2,\n {2}\+ {3}"a": 1,/,
    ),
    expect.stringMatching(
      /^Failed: scripts\/report\/planted\/tests\.vitest\.ts suite\n {2}Error: no server\n {2}at .*tests\.vitest\.ts:13/,
    ),
  ]);
});

test('what failed under Playwright is repeated', async () => {
  const config = planted('playwright.config.ts');
  const { failed, passed, text } = await runPlanted([
    'node_modules/playwright/cli.js',
    'test',
    '--config',
    config,
  ]);
  expect({ failed, passed }).toEqual({ failed: true, passed: 1 });
  expect(text).toMatch(
    /^Failed: scripts\/report\/planted\/stories\.playwright\.ts:7 compares\n {2}Error: (.|\n)*Expected: 2\n {2}Received: 1/,
  );
});
