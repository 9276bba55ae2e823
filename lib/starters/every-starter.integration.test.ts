import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, compose } from '../server/compose';
import { testModelSettings } from '../server/models/testing/settings';
import { TEST_CONFIG, untilEnded } from '../server/testing/app';
import { createTestDatabase, type TestDatabase } from '../server/testing/database';
import { starters } from './index';

let database: TestDatabase;
let app: App;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-starters-'));
  database = await createTestDatabase();
  const report = (error: unknown, what: string) => {
    throw new Error(what, { cause: error });
  };
  // The strictest mode: a starter that needs the network fails.
  const config = {
    ...TEST_CONFIG,
    databaseUrl: 'postgres://elsewhere',
    dataDir: folder,
    models: testModelSettings(join(folder, 'models')),
  };
  const pools = { sql: database.sql, close: async () => undefined };
  app = await compose({ ...config, egressMode: 'allowlist' }, pools, { report });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Titles of the notices that each starter sends; none for those that send none. */
const TITLES: Readonly<Record<string, RegExp>> = {
  'benchmark-and-deploy': /^tiny-chat is deployed$/,
  'release-with-a-way-back': /^support-chat serves support-v2$/,
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

  it('a second time, with the deployment of the first', async () => {
    const [starter] = starters;
    const { id } = await app.pipelines.create({ text: JSON.stringify(starter?.document) });
    const { id: runId } = await app.runs.start({ pipelineId: id });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed', error: null });
    const { deployments } = await app.deployments.list();
    expect(deployments.filter(({ name }) => name === 'tiny-chat')).toHaveLength(1);
  });

  it('a release that fails its test is rolled back to the version that served before', async () => {
    const starter = starters.find(({ key }) => key === 'release-with-a-way-back');
    const { id } = await app.pipelines.create({ text: JSON.stringify(starter?.document) });
    const { id: runId } = await app.runs.start({ pipelineId: id, params: { max_latency_ms: 0 } });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed', error: null });
    const { notices } = await app.notices.list({ limit: 50 });
    expect(notices.find(({ run }) => run.id === runId)?.title).toBe('support-chat was rolled back');
    const served = await app.deployments.get({ name: 'support-chat' });
    expect(served).toMatchObject({ status: 'active', model_name: 'support-v1', ready_replicas: 1 });
  });
});
