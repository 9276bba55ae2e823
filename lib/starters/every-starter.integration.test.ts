import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, compose } from '../server/compose';
import { TEST_CONFIG, untilEnded } from '../server/testing/app';
import { createTestDatabase, type TestDatabase } from '../server/testing/database';
import { starters } from './index';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  const report = (error: unknown, what: string) => {
    throw new Error(what, { cause: error });
  };
  // The strictest mode: a starter that needs the network fails.
  const config = { ...TEST_CONFIG, databaseUrl: 'postgres://elsewhere', dataDir: '/tmp' };
  const pools = { sql: database.sql, close: async () => undefined };
  app = await compose({ ...config, egressMode: 'allowlist' }, pools, { report });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Titles of the notices that each starter sends; none for those that send none. */
const TITLES: Readonly<Record<string, RegExp>> = {
  'check-the-cluster': /^Cluster local is (healthy|degraded|unhealthy)$/,
  'watch-a-service': /^Service is up$/,
  'process-orders': /^1 of 8 orders could not be shipped$/,
};

describe('every starter runs to its end without network and without being changed', () => {
  it.each(starters.map((starter) => [starter.title, starter] as const))('%s', async (_, starter) => {
    const { id } = await app.pipelines.create({ text: JSON.stringify(starter.document) });
    const started = await app.runs.start({ pipelineId: id });
    expect(await untilEnded(app, started.id)).toMatchObject({ status: 'completed', error: null });
    const { notices } = await app.notices.list({ limit: 50 });
    const sent = notices.filter(({ run }) => run.id === started.id).map(({ title }) => title);
    const title = TITLES[starter.key];
    expect(sent).toEqual(title ? [expect.stringMatching(title)] : []);
  });
});
