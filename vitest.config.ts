import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
// With its extension: Vite is going to load this file with Node.js, which needs it.
import { isStrayOfDriver } from './lib/server/stray-errors.ts';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const alias = { '@': root };
const reports = process.env.PIPEWRIGHT_TEST_REPORTS;
/** Fields stay text areas in unit tests. */
const NO_CODE_MIRROR = join(root, 'components/ui/testing/no-code-mirror.ts');
const exclude = ['**/node_modules/**', '**/.next/**', 'e2e/**'];

/** Integration tests that watch their whole process: what earlier files left behind in it would count. */
const ISOLATED = '**/*.isolated.integration.test.ts';

/** Files of integration tests of more than 15 s, the longest first: at the end of a run they leave cores idle. */
const LONG = [
  'faults/short',
  'security/hostile-documents',
  'lib/server/db/embedded/supervisor',
  'lib/server/deployments/local',
  'lib/server/services/secrets/leaks-of-services',
  'lib/starters/every-starter',
  'security/regexes',
  'lib/server/deployments/kubernetes-kills',
  'engine/run/model',
  'engine/run/rerun/rerun',
  'lib/server/restate/model',
  'lib/server/services/deployments/deployments',
  'lib/server/adapters/sandbox/hostile',
  'lib/server/services/deployments/rolling-update',
  'lib/server/db/migrate-command',
];

/** Place of a test file: isolated ones first, since one between others ends the process that these share, then long ones. */
function placeOf({ moduleId }: TestSpecification): number {
  if (moduleId.endsWith('.isolated.integration.test.ts')) return -1;
  const long = LONG.findIndex((file) => moduleId.endsWith(`/${file}.integration.test.ts`));
  return long === -1 ? LONG.length : long;
}

/** The usual order of test files, after the long ones. */
class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

/** A project of unit tests: one for each environment, which a thread then keeps. */
function unitProject(name: string, files: string) {
  return {
    extends: true as const,
    resolve: {
      alias: [{ find: /^.*\/code-mirror-(input|json|sql)$/, replacement: NO_CODE_MIRROR }],
    },
    test: {
      name,
      include: [files],
      exclude: [...exclude, '**/*.integration.test.ts'],
      setupFiles: [
        'components/ui/testing/async-timeout.ts',
        'components/ui/testing/fresh-page.ts',
        'components/ui/testing/quick-styles.ts',
      ],
      // On two cores one thread, with one set of modules and one environment for all files: most of the time went into
      // creating them again. `npm run test:unit` runs both projects at the same time.
      pool: 'threads' as const,
      isolate: false,
      maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
      // On a loaded machine a test takes over ten times as long as alone; a hung one is still found.
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  };
}

/** Projects of integration tests, which run at the same time. */
function integrationProject(name: string, files: { include: string[]; exclude: string[]; isolate: boolean }) {
  return {
    extends: true as const,
    test: {
      name,
      ...files,
      globalSetup: ['lib/server/testing/global-setup.ts'],
      setupFiles: ['lib/server/testing/forget-app.ts'],
      // More than the cores of a small machine: a third of the time they wait for servers.
      maxWorkers: Math.max(4, availableParallelism()),
      sequence: { groupOrder: 1 },
      provide: {
        testDatabaseUrl: process.env.PIPEWRIGHT_TEST_DATABASE_URL ?? '',
        kubernetesFolder: process.env.PIPEWRIGHT_KUBERNETES ?? '',
      },
      // Many tests start processes, which takes over ten times as long on a loaded machine; a hung one is still found.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
    },
  };
}

export default defineConfig({
  resolve: { alias },
  test: {
    // `expect.poll` gives up after 1000 ms by default, which is too short on a loaded machine.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: TestOrder },
    // Errors of the database driver that the product survives: a test that stops a server may cut a new connection.
    onUnhandledError: (error) => !isStrayOfDriver(error),
    // scripts/test.ts adds up what every run reports here.
    ...(reports && {
      reporters: ['default', ['./scripts/report/vitest-reporter.ts', { folder: reports }]],
    }),
    projects: [
      unitProject('unit', '**/*.test.ts'),
      unitProject('components', '**/*.test.tsx'),
      integrationProject('integration', {
        include: ['**/*.integration.test.ts'],
        exclude: [...exclude, ISOLATED],
        // Loading the modules again for each file took a fifth of the time.
        isolate: false,
      }),
      integrationProject('integration-isolated', { include: [ISOLATED], exclude, isolate: true }),
    ],
  },
});
