import type { TransactionSql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { gate } from '@/engine/testing/probes';
import { addClusterInput, clusterConnectionInput } from '@/lib/contracts/clusters';
import { createDeploymentInput } from '@/lib/contracts/deployments';
import {
  type ApiServer,
  answerWell,
  startApiServer,
  TOKEN,
} from '../../adapters/clusters/testing/api-server';
import { type Authority, createAuthority } from '../../adapters/clusters/testing/authority';
import type { AppConfig } from '../../app-options';
import { type App, compose } from '../../compose';
import { lockDeployments } from '../../store/deployments/lock-deployments';
import { TEST_CONFIG, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { until } from '../../testing/until';

let authority: Authority;
let api: ApiServer;
let database: TestDatabase;
const open: App[] = [];

beforeAll(async () => {
  authority = await createAuthority();
  api = await startApiServer(authority);
  answerWell(api);
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
  await database.sql`delete from clusters`;
});
afterAll(async () => {
  await api.close();
  await database.close();
});

async function start(config: Partial<AppConfig> = {}): Promise<App> {
  const settings: AppConfig = {
    ...TEST_CONFIG,
    databaseUrl: 'postgres://elsewhere',
    dataDir: '/tmp',
    egressMode: 'open',
    ...config,
  };
  const report = (error: unknown, what: string) => {
    throw new Error(what, { cause: error });
  };
  const app = await compose(settings, { sql: database.sql, close: async () => undefined }, { report });
  open.push(app);
  return app;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A kubeconfig for the API server, with a second user whose token is never needed. */
const kubeconfig = () =>
  stringify({
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'east', user: 'pipes' } }],
    clusters: [
      { name: 'east', cluster: { server: api.url, 'certificate-authority-data': base64(authority.ca) } },
    ],
    users: [
      { name: 'pipes', user: { token: TOKEN } },
      { name: 'admin', user: { token: 'admin-token-9d2k' } },
    ],
  });

/** A change of deployments, which holds their lock until it ends with a statement. */
async function startChange() {
  const begun = gate();
  let last: (tx: TransactionSql) => Promise<unknown> = () => Promise.resolve();
  const ending = gate();
  const done = lockDeployments(database.sql, async (tx) => {
    begun.open();
    await ending.promise;
    await last(tx);
  });
  await begun.promise;
  onTestFinished(() => ending.open());
  return {
    end(statement: (tx: TransactionSql) => Promise<unknown>): Promise<void> {
      last = statement;
      ending.open();
      return done;
    },
  };
}

/** How many transactions wait for a lock of this database. */
async function waiting(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  return row?.count ?? 0;
}

/** Why a request was refused. */
function refusalOf(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'It was not refused.',
    (error: Error) => error.message,
  );
}

const east = () => addClusterInput.parse({ id: 'gpu-east', kubeconfig: kubeconfig() });

describe('clusters', () => {
  test('are listed after local, and checked by name', async () => {
    const app = await start();
    expect(await app.clusters.add(east())).toEqual({ id: 'gpu-east' });
    const { clusters } = await app.clusters.list();
    expect(clusters).toMatchObject([
      { id: 'local', provider: 'local', server: null, createdAt: null },
      { id: 'gpu-east', provider: 'kubernetes', server: api.url, createdAt: expect.any(String) },
    ]);
    const check = await app.clusters.health({ id: 'gpu-east' });
    expect(check).toMatchObject({ problem: null, health: { status: 'healthy', version: '1.34.2' } });
    expect((await app.clusters.health({ id: 'local' })).health?.nodes).toHaveLength(1);
  });

  test('are read by steps of runs', async () => {
    const app = await start();
    await app.clusters.add(east());
    const steps = [
      { id: 'health', action: 'cluster_health', params: { cluster_id: 'gpu-east' } },
      { id: 'other', action: 'cluster_health', params: { cluster_id: 'gpu-west' } },
    ];
    const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Health', steps }) });
    const run = await app.runs.start({ pipelineId: id });
    await untilEnded(app, run.id);
    const events = JSON.stringify(await app.runs.events({ id: run.id }));
    expect(events).toContain('"node_count":1');
    expect(events).toContain('The cluster gpu-west does not exist. Clusters: local, gpu-east.');
    expect(events).not.toContain(TOKEN);
  });

  test('are tested before they are stored, without being stored', async () => {
    const app = await start();
    const input = clusterConnectionInput.parse({ kubeconfig: kubeconfig() });
    expect(await app.clusters.test(input)).toMatchObject({ health: { status: 'healthy' } });
    const wrong = { kubeconfig: kubeconfig().replace(TOKEN, 'wrong') };
    const { health, problem } = await app.clusters.test(wrong);
    expect(health).toBeNull();
    expect(problem).toContain('rejects the credentials (401)');
    await expect(app.clusters.test({ kubeconfig: 'kind: Config' })).rejects.toThrow('no contexts');
    expect((await app.clusters.list()).clusters).toHaveLength(1);
  });

  test('require an unused name', async () => {
    const app = await start();
    await app.clusters.add(east());
    await expect(app.clusters.add(east())).rejects.toThrow('The cluster gpu-east already exists.');
    expect(addClusterInput.safeParse({ ...east(), id: 'local' }).success).toBe(false);
    expect(addClusterInput.safeParse({ ...east(), id: 'GPU East' }).success).toBe(false);
    await expect(app.clusters.health({ id: 'none' })).rejects.toThrow('does not exist');
    await expect(app.clusters.remove({ id: 'local' })).rejects.toThrow('does not exist');
  });

  test('stay while they have deployments, unless these are being deleted', async () => {
    const app = await start();
    await app.clusters.add(east());
    await database.sql`
      insert into deployments (id, name, model_id, cluster_id, runtime, status, replicas, resources)
      values ('dep_1', 'support', 'mdl_1', 'gpu-east', 'vllm', 'failed', 1, '{"gpu_count": 0}')`;
    await expect(app.clusters.remove({ id: 'gpu-east' })).rejects.toThrow(
      'The cluster gpu-east has deployments: support. Delete them first.',
    );
    await database.sql`update deployments set status = 'deleting' where id = 'dep_1'`;
    expect(await app.clusters.remove({ id: 'gpu-east' })).toEqual({ id: 'gpu-east' });
    await database.sql`delete from deployments`;
  });

  test('are not removed while a deployment is created in them', async () => {
    const app = await start();
    await app.clusters.add(east());
    const change = await startChange();
    const removed = refusalOf(app.clusters.remove({ id: 'gpu-east' }));
    await until('the removal to wait', async () => (await waiting()) === 1);
    await change.end(
      (tx) => tx`
      insert into deployments (id, name, model_id, cluster_id, runtime, status, replicas, resources)
      values ('dep_2', 'support', 'mdl_1', 'gpu-east', 'vllm', 'failed', 1, '{"gpu_count": 0}')`,
    );
    expect(await removed).toBe('The cluster gpu-east has deployments: support. Delete them first.');
    await database.sql`delete from deployments`;
  });

  test('get no deployment while they are removed', async () => {
    const app = await start();
    await app.clusters.add(east());
    const change = await startChange();
    const deployed = refusalOf(
      app.deployments.create(
        createDeploymentInput.parse({
          ...{ name: 'support', model_id: 'mdl_1', cluster_id: 'gpu-east', replicas: 1 },
          external_url: 'http://127.0.0.1:1',
        }),
      ),
    );
    await until('the deployment to wait', async () => (await waiting()) === 1);
    await change.end((tx) => tx`delete from clusters`);
    expect(await deployed).toBe('The cluster gpu-east does not exist. Clusters: local.');
    expect(await database.sql`select from deployments`).toHaveLength(0);
  });

  test('appear in the audit log by name, and without credentials', async () => {
    const app = await start();
    await app.clusters.add(east());
    await app.clusters.health({ id: 'gpu-east' });
    const [stored] = await database.sql<{ text: string }[]>`select c::text as text from clusters c`;
    const answers = JSON.stringify([await app.clusters.list(), await app.audit.list({ limit: 50 }), stored]);
    for (const secret of [TOKEN, base64(TOKEN), 'admin-token-9d2k']) expect(answers).not.toContain(secret);
    await app.clusters.remove({ id: 'gpu-east' });
    const { events } = await app.audit.list({ subject: 'gpu-east', limit: 50 });
    expect(events.map(({ action }) => action).slice(0, 2)).toEqual(['cluster.deleted', 'cluster.created']);
    expect(events[1]?.details).toEqual({ provider: 'kubernetes', server: api.url });
  });

  test('are encrypted with a new key, and report a missing key', async () => {
    const keys = {
      old: { id: 'old', bytes: Buffer.alloc(32, 1) },
      new: { id: 'new', bytes: Buffer.alloc(32, 2) },
    };
    const first = await start({ masterKeys: [keys.old] });
    await first.clusters.add(east());
    await first.close();
    const second = await start({ masterKeys: [keys.new, keys.old] });
    await second.close();
    const third = await start({ masterKeys: [keys.new] });
    expect((await third.clusters.health({ id: 'gpu-east' })).health?.status).toBe('healthy');
    const fourth = await start({ masterKeys: [keys.old] });
    const { problem } = await fourth.clusters.health({ id: 'gpu-east' });
    expect(problem).toContain(
      'The credentials of the cluster gpu-east cannot be read: their key is missing.',
    );
  });

  test('with the service account of a pod require a pod', async () => {
    const app = await start();
    const { problem } = await app.clusters.test({});
    expect(problem).toContain('Pipewright does not run in a pod');
  });
});
