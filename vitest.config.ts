import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const alias = { '@': root };
const reports = process.env.PIPEWRIGHT_TEST_REPORTS;
/** Fields stay text areas in unit tests. */
const NO_CODE_MIRROR = join(root, 'components/ui/testing/no-code-mirror.ts');
const exclude = ['**/node_modules/**', '**/.next/**', 'e2e/**'];

export default defineConfig({
  resolve: { alias },
  test: {
    // `expect.poll` gives up after 1000 ms by default, which is too short on a loaded machine.
    expect: { poll: { timeout: 15_000 } },
    // scripts/test.ts adds up what every run reports here.
    ...(reports && {
      reporters: ['default', 'json'],
      outputFile: { json: join(reports, `vitest-${process.pid}.json`) },
    }),
    projects: [
      {
        extends: true,
        resolve: {
          alias: [{ find: /^.*\/code-mirror-(input|json|sql)$/, replacement: NO_CODE_MIRROR }],
        },
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.integration.test.ts'],
          setupFiles: ['components/ui/testing/async-timeout.ts'],
          // One set of modules for all files of a thread: most of the time went into loading them again.
          pool: 'threads',
          isolate: false,
          // Tests of whole dialogs are slow where two cores do everything; a hung one is still found.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['**/*.integration.test.ts'],
          exclude,
          globalSetup: ['lib/server/testing/global-setup.ts'],
          provide: { testDatabaseUrl: process.env.PIPEWRIGHT_TEST_DATABASE_URL ?? '' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
