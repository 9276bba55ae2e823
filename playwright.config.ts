import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { freePort } from './lib/server/testing/free-port';
import { findChromium } from './scripts/chromium';

/** Stories run in this many browsers, each with a server and data of its own: they mostly wait. */
const WORKERS = 2;

const reports = process.env.PIPEWRIGHT_TEST_REPORTS;
/** A server that runs already, such as `npm run dev`; without it the stories start one of their own. */
const running = process.env.BASE_URL;

/** One folder per checkout, so that nothing piles up; emptied by the process that reads this file first. */
const dataDir = join(
  tmpdir(),
  `pipewright-e2e-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8)}`,
);
// Tools that only read this file must not empty the folder of stories that run.
const isRunner = process.argv[1]?.includes('playwright') === true;
if (isRunner && !running && !process.env.PIPEWRIGHT_E2E_PORTS) {
  rmSync(dataDir, { recursive: true, force: true });
  // Processes that run stories inherit them.
  process.env.PIPEWRIGHT_E2E_PORTS = (await Promise.all(Array.from({ length: WORKERS }, freePort))).join(' ');
}
const ports = process.env.PIPEWRIGHT_E2E_PORTS?.split(' ') ?? [];
const addressOf = (worker: number) => `http://127.0.0.1:${ports[worker]}`;

const serverOf = (worker: number) => ({
  command: 'node --import tsx scripts/start.ts',
  url: addressOf(worker),
  timeout: 300_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  stdout: 'pipe' as const,
  env: {
    PORT: String(ports[worker]),
    HOST: '127.0.0.1',
    PIPEWRIGHT_DATA_DIR: join(dataDir, String(worker)),
    // No story takes runs over; a server that is stopped for a while keeps its own.
    PIPEWRIGHT_LEASE_MS: '120000',
  },
});

export default defineConfig({
  testDir: 'e2e',
  workers: running ? 1 : WORKERS,
  forbidOnly: true,
  // Two shared cores draw, serve and drive at once; a story that hangs is still found.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: [
    ['list'],
    ...(reports ? [['./scripts/report/playwright-reporter.ts', { folder: reports }] as const] : []),
  ],
  use: {
    ...devices['Desktop Chrome'],
    // Set in the processes that run stories.
    baseURL: running ?? addressOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0)),
    viewport: { width: 1440, height: 900 },
    // Recording all pages took a tenth of the time: `--trace on` does it for a single story.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium' }],
  ...(running ? {} : { webServer: Array.from({ length: WORKERS }, (_, worker) => serverOf(worker)) }),
});
