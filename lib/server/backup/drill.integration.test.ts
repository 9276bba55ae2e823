import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSecretInput } from '@/lib/contracts/secrets';
import { addTriggerInput } from '@/lib/contracts/triggers';
import { type App, compose } from '../compose';
import { type Config, readConfig } from '../config';
import { connect } from '../db/connect';
import { openDatabase } from '../open-database';
import { untilEnded } from '../testing/app';
import { COMMAND_ARGS } from '../testing/program';
import { startSecondPostgres, type TestDatabaseServer } from '../testing/second-postgres';
import { checkInstallation } from './check';
import { findBroken } from './integrity';
import { makeBackup } from './make';
import { restoreBackup } from './restore';

const LARGE = 'large '.repeat(250_000);
const SECRET = 'canary-9f2b77d1e0a4';
const TEXT =
  '{\n  "name": "Übung \\u2028 \\"quoted\\"",\n  "zeta": 1,\n  "steps": [],\n  "alpha": {"b": 1, "a": 2.50}\n}\n';

let folder = '';
let second: TestDatabaseServer;
const opened: App[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-drill-'));
  await chmod(folder, 0o755);
  second = await startSecondPostgres();
});

afterAll(async () => {
  for (const app of opened) await app.close();
  await second.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Settings of an installation in a folder, or with an external database. */
function configOf(name: string, env: Record<string, string> = {}): Config {
  return readConfig({ PIPEWRIGHT_DATA_DIR: join(folder, name), ...env }, process.cwd());
}

async function open(config: Config): Promise<App> {
  const app = await compose({ ...config, drainMs: 0 }, await openDatabase(config));
  opened.push(app);
  return app;
}

async function pipeline(app: App, document: object): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify(document) })).id;
}

const SAY = { id: 'say', action: 'log', params: { message: '{{params.text}}' } };
const params = { text: { type: 'string', default: 'hello' } };

/** Fills an installation as people do. */
async function fill(app: App) {
  const texts = await app.pipelines.create({ text: TEXT });
  const quick = await pipeline(app, { name: 'Quick', params, steps: [SAY] });
  const slow = await pipeline(app, {
    name: 'Slow',
    params,
    steps: [
      { id: 'pause', action: 'wait', params: { duration: 3 } },
      { ...SAY, depends_on: ['pause'] },
    ],
  });
  await app.secrets.add(addSecretInput.parse({ name: 'token', value: SECRET }));
  const trigger = { type: 'webhook', name: 'Push', config: {} } as const;
  await app.triggers.add(addTriggerInput.parse({ pipelineId: quick, trigger }));
  const large = await app.runs.start({ pipelineId: quick, params: { text: LARGE } });
  await untilEnded(app, large.id);
  const waiting = await app.runs.start({ pipelineId: slow });
  return { texts: texts.id, quick, slow, large: large.id, waiting: waiting.id };
}

/** Submits runs until stopped. @returns the ids of those that were acknowledged */
function load(app: App, pipelineId: string) {
  const acknowledged: string[] = [];
  let isOn = true;
  const submit = async () => {
    while (isOn) acknowledged.push((await app.runs.start({ pipelineId })).id);
  };
  const submitting = Promise.all([submit(), submit()]);
  const stop = async () => {
    isOn = false;
    await submitting;
  };
  return { acknowledged, stop };
}

/** Everything a person can read of pipelines, and the rows of every run. */
async function contentsOf(app: App) {
  const pipelines = await app.pipelines.list();
  const texts = await Promise.all(pipelines.map(({ id }) => app.pipelines.get({ id })));
  return Object.fromEntries(texts.map(({ id, text }) => [id, text]));
}

async function brokenIn(url: string | undefined, dataDir: string) {
  const sql = url
    ? connect({ kind: 'url', url })
    : connect({ kind: 'socket', host: join(dataDir, 'run'), user: 'pipewright', database: 'pipewright' });
  const broken = await findBroken(sql);
  const [loose] = await sql<{ count: number }[]>`
    select count(*)::int as count from payloads p
    where not exists (select from run_payloads l where l.hash = p.hash)`;
  await sql.end();
  return [...broken, ...(loose?.count ? [loose] : [])];
}

/** How many contents rows refer to, and what is wrong with them or anything else. */
async function checkedIn(config: Config) {
  const { checked, problems } = await checkInstallation(config);
  return { contents: checked.contents, problems };
}

async function expectAll(app: App, kept: Awaited<ReturnType<typeof fill>>, ids: readonly string[]) {
  for (const id of ids) expect((await untilEnded(app, id)).status).toBe('completed');
  expect((await untilEnded(app, kept.waiting)).status).toBe('completed');
  expect(JSON.stringify(await app.runs.events({ id: kept.large }))).toContain('"type":"run_completed"');
  expect((await app.world.secrets.reveal('token'))?.value).toBe(SECRET);
  const [trigger] = await app.triggers.list({ pipelineId: kept.quick });
  expect(trigger).toMatchObject({ name: 'Push', path: expect.stringContaining('/api/v1/hooks/') });
}

test('everything acknowledged before a backup is restored after the loss of the data folder, and after a move', async () => {
  const first = configOf('first');
  const app = await open(first);
  const kept = await fill(app);
  const { acknowledged, stop } = load(app, kept.quick);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  const before = [...acknowledged];
  const texts = await contentsOf(app);
  const file = join(folder, 'drill.pwb');
  // Another process, as a person would do it beside the server.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...COMMAND_ARGS, 'backup', '--to', file, '--json'],
    { env: { PATH: '/usr/bin:/bin', NODE_ENV: 'test', PIPEWRIGHT_DATA_DIR: first.dataDir } },
  );
  await stop();
  expect(acknowledged.length).toBeGreaterThan(before.length);
  expect(JSON.parse(stdout)).toMatchObject({
    path: file,
    contents: { count: 2, included: true, missing: [] },
  });
  const key = await readFile(join(first.dataDir, 'secret.key'), 'utf8');
  await app.close();
  await copyFile(join(first.dataDir, 'secret.key'), join(folder, 'secret.key'));
  await rm(first.dataDir, { recursive: true });

  const restored = configOf('restored');
  await mkdir(restored.dataDir);
  await copyFile(join(folder, 'secret.key'), join(restored.dataDir, 'secret.key'));
  const outcome = await restoreBackup(file, restored, { isDryRun: false });
  expect(outcome.keys).toEqual({ missing: [], unreadable: [] });
  expect(outcome.absentBlobs).toBe(0);
  const again = await open(restored);
  expect(await contentsOf(again)).toEqual(texts);
  // Sequences continue after the highest number of the backup.
  const next = await again.runs.start({ pipelineId: kept.quick });
  expect((await untilEnded(again, next.id)).status).toBe('completed');
  await expectAll(again, kept, before);
  expect(await brokenIn(undefined, restored.dataDir)).toEqual([]);
  expect(await checkedIn(restored)).toEqual({ contents: 2, problems: [] });
  await again.close();

  const moved = join(folder, 'move.pwb');
  await makeBackup(restored, { to: moved });
  const elsewhere = configOf('elsewhere', { DATABASE_URL: second.url(), PIPEWRIGHT_KEY: keyIn(key) });
  const arrived = await restoreBackup(moved, elsewhere, { isDryRun: false });
  expect(arrived.keys).toEqual({ missing: [], unreadable: [] });
  const there = await open(elsewhere);
  expect(await contentsOf(there)).toEqual(texts);
  await expectAll(there, kept, before);
  expect(await brokenIn(second.url(), '')).toEqual([]);
  expect(await checkedIn(elsewhere)).toEqual({ contents: 2, problems: [] });
});

function keyIn(file: string): string {
  return file.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
}
