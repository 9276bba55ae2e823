import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { killServers } from '@/lib/server/deployments/testing/kill-servers';
import { openWorkbench, type Workbench } from '@/lib/server/deployments/testing/workbench';
import { createTestDatabase, type TestDatabase } from '@/lib/server/testing/database';
import { seeded } from './random';

/** Real processes that are killed and waited for, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const seed = Date.now() % 1_000_000;
let database: TestDatabase;
let bench: Workbench;

beforeAll(async () => {
  database = await createTestDatabase();
  bench = await openWorkbench(database);
});
afterAll(() => bench.close());

it(`five killed servers leave no process without a replica and no replica with two (seed ${seed})`, async () => {
  const { between } = seeded(seed);
  const found = await killServers(bench, database.target, { kills: 5, between });
  expect(found).toMatchObject({ orphans: 0, doubles: 0, sameNames: 0, left: 0 });
});
