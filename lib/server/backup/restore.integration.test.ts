import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSecretInput } from '@/lib/contracts/secrets';
import type { App } from '../compose';
import { type Config, readConfig } from '../config';
import { connect, type DatabaseTarget } from '../db/connect';
import { migrationsFolder, migrationTimes } from '../db/migrate';
import { createBlobs } from '../files';
import { openTestApp, startSteps, TEST_CONFIG, untilEnded } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { startSecondPostgres, type TestDatabaseServer } from '../testing/second-postgres';
import { createDatabase, freshName } from '../testing/server';
import { ArchiveReader } from './archive-reader';
import { isUnfinished } from './archive-writer';
import { prepareTables } from './load';
import { restoreBackup } from './restore';
import { tablesInOrder } from './tables';
import { listTar, TAR_END, type TarEntry, tarHeader, tarPadding } from './tar';
import { writeBackup } from './write';

const MASTER_KEY = Buffer.alloc(32, 7);
const KEY = { PIPEWRIGHT_KEY: `test:${MASTER_KEY.toString('base64')}` };
/** Above what a journal holds in place, and nowhere repeating: a changed bit of it is always a changed value. */
const LONG = Array.from({ length: 320 }, (_, at) => createHash('sha256').update(`${at}`).digest('hex')).join(
  '',
);
const MIGRATIONS = migrationsFolder(process.cwd());

let folder = '';
let file = '';
let source: TestDatabase;
let app: App;
let second: TestDatabaseServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-restore-'));
  [source, second] = await Promise.all([createTestDatabase(), startSecondPostgres()]);
  app = await openTestApp(source);
  const { id } = await startSteps(app, [{ id: 'a', action: 'log', params: { message: LONG } }]);
  const { pipelineId } = await untilEnded(app, id);
  await app.runs.pinOutput({ id: pipelineId, step: 'a', run: id });
  await app.runs.setBreakpoint({ id: pipelineId, breakpoint: 'b1', at: { step: 'a' } });
  await app.secrets.add(addSecretInput.parse({ name: 'token', value: 'canary-value' }));
  // Values that a careless copy would change.
  await source.sql`
    update runs set origin = '{"b": 1.50, "a": "\\u2028\\\\n\\ttab \\u0000"}', error = 'null',
      created_at = '2026-01-02 03:04:05.123456+00' where id = ${id}`;
  await source.sql`update pipelines set description = ${'line\nbreak "quote" \\N \u{1F600}'}`;
  file = join(folder, 'whole.pwb');
  await write(file);
});

afterAll(async () => {
  await app.close();
  await second.stop();
  await rm(folder, { recursive: true, force: true });
});

function write(path: string) {
  const blobs = createBlobs(TEST_CONFIG, source.sql);
  return writeBackup({ sql: source.sql, path, database: 'built_in', blobs });
}

/** An empty database, and the settings of an installation on it. */
async function emptyDatabase(env: Record<string, string> = KEY): Promise<Config> {
  const name = freshName('restored');
  await createDatabase({ kind: 'url', url: second.url() }, name);
  const url = new URL(second.url());
  url.pathname = `/${name}`;
  return readConfig(
    { DATABASE_URL: url.href, PIPEWRIGHT_DATA_DIR: join(folder, name), ...env },
    process.cwd(),
  );
}

async function rowsAt(target: DatabaseTarget): Promise<Record<string, string[]>> {
  const sql = connect(target, { max: 1 });
  const tables: Record<string, string[]> = {};
  for (const table of tablesInOrder()) {
    const rows = await sql.unsafe(`select t::text as row from "${table}" t order by 1`);
    tables[table] = rows.map(({ row }) => String(row));
  }
  await sql.end();
  return tables;
}

const targetOf = ({ databaseUrl = '' }: Config): DatabaseTarget => ({ kind: 'url', url: databaseUrl });

function isSame({ name, offset, size }: TarEntry, bytes: Buffer, whole: Buffer): boolean {
  if (!name.endsWith('.gz')) return false;
  try {
    const [a, b] = [bytes, whole].map((each) => gunzipSync(each.subarray(offset, offset + size)));
    return a !== undefined && b !== undefined && a.equals(b);
  } catch {
    return false;
  }
}

/** The content with its middle byte changed. */
function changedIn(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  const middle = Math.floor(changed.length / 2);
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  return changed;
}

async function tableCount(config: Config): Promise<number> {
  const sql = connect(targetOf(config), { max: 1 });
  const rows = await sql`select from pg_tables where schemaname in ('public', 'drizzle')`;
  await sql.end();
  return rows.length;
}

describe('a backup', () => {
  test('restores every row byte for byte', async () => {
    const config = await emptyDatabase();
    const outcome = await restoreBackup(file, config, { isDryRun: false });
    expect(outcome.keys).toEqual({ missing: [], unreadable: [] });
    const restored = await rowsAt(targetOf(config));
    expect(restored).toEqual(await rowsAt(source.target));
    expect(restored.output_pins).toHaveLength(1);
    expect(restored.debug_settings).toHaveLength(1);
  });

  test('is a tar file that only its owner may read, without keys and values of secrets', async () => {
    const { stdout } = await promisify(execFile)('tar', ['tf', file]);
    expect(stdout).toContain('tables/runs/000001.jsonl.gz');
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual(['manifest.json', 'manifest.sha256']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const contents: Buffer[] = [await readFile(file)];
    const archive = await ArchiveReader.open(file);
    const { manifest } = archive;
    for (const piece of manifest.tables.flatMap(({ pieces }) => pieces))
      contents.push(await archive.piece(piece));
    await archive.close();
    for (const encoding of ['base64', 'hex', 'latin1'] as const) {
      const all = contents.map((content) => content.toString('latin1')).join('\n');
      expect(all).not.toContain(MASTER_KEY.toString(encoding));
    }
    expect(contents.some((content) => content.includes('canary-value'))).toBe(false);
    expect(manifest.key_ids).toEqual(['test']);
  });

  test('does not overwrite a file, and leaves nothing when it fails', async () => {
    const taken = join(folder, 'taken', 'mine.pwb');
    await mkdir(join(folder, 'taken'));
    await writeFile(taken, 'mine');
    await expect(write(taken)).rejects.toThrow(/already exists\. Choose another name/);
    expect(await readFile(taken, 'utf8')).toBe('mine');
    expect(await readdir(join(folder, 'taken'))).toEqual(['mine.pwb']);
    expect(isUnfinished('.mine.pwb.unfinished-00ff00ff')).toBe(true);
  });

  test('that is damaged or truncated is refused, and nothing is restored', async () => {
    const config = await emptyDatabase();
    const whole = await readFile(file);
    const handle = await open(file, 'r');
    const entries = await listTar(handle);
    await handle.close();
    // In the header and in the middle of every entry.
    const places = entries.flatMap((entry) => [
      { entry, at: entry.offset - 512 },
      { entry, at: entry.offset + Math.floor(entry.size / 2) },
    ]);
    for (const { entry, at } of places) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8((bytes[at] ?? 0) ^ 0x15, at);
      // Compressed, the same rows may be written in more than one way.
      if (at >= entry.offset && isSame(entry, bytes, whole)) continue;
      await writeFile(join(folder, 'damaged.pwb'), bytes);
      await expect(
        restoreBackup(join(folder, 'damaged.pwb'), config, { isDryRun: false }),
        `byte ${at} of ${whole.length}`,
      ).rejects.toThrow(/is not a complete backup\. .* Use another backup/);
    }
    for (const length of [0, 100, 5000, Math.floor(whole.length / 2), whole.length - 1024]) {
      await writeFile(join(folder, 'short.pwb'), whole.subarray(0, length));
      const restoring = restoreBackup(join(folder, 'short.pwb'), config, { isDryRun: false });
      await expect(restoring).rejects.toThrow(/is not a complete backup/);
    }
    expect(await tableCount(config)).toBe(0);
  });

  test('that was packed again with one changed byte is refused by the checksum of the entry', async () => {
    const config = await emptyDatabase();
    const whole = await readFile(file);
    const handle = await open(file, 'r');
    const entries = await listTar(handle);
    await handle.close();
    const packed = ({ name, offset, size }: TarEntry, changed: string) => {
      const stored = whole.subarray(offset, offset + size);
      const content = name === changed ? gzipSync(changedIn(gunzipSync(stored))) : stored;
      return [tarHeader(name, content.length, new Date(0)), content, tarPadding(content.length)];
    };
    for (const { name } of entries.filter((entry) => !entry.name.startsWith('manifest'))) {
      const path = join(folder, 'repacked.pwb');
      await writeFile(path, Buffer.concat([...entries.flatMap((entry) => packed(entry, name)), TAR_END]));
      await expect(restoreBackup(path, config, { isDryRun: false })).rejects.toThrow(
        `The checksum of ${name} is wrong.`,
      );
    }
    expect(await tableCount(config)).toBe(0);
  });

  test('is checked by a dry run, which changes nothing and names a missing key', async () => {
    const config = await emptyDatabase({});
    const outcome = await restoreBackup(file, config, { isDryRun: true });
    expect(outcome.keys.missing).toEqual(['test']);
    expect(outcome.manifest.tables.find(({ name }) => name === 'runs')?.rows).toBe(1);
    expect(await tableCount(config)).toBe(0);
    expect(await readdir(folder)).not.toContain(config.dataDir);
  });

  test('restored without its key leaves the secrets sealed and names them', async () => {
    const other = { PIPEWRIGHT_KEY: `other:${Buffer.alloc(32, 9).toString('base64')}` };
    const { keys } = await restoreBackup(file, await emptyDatabase(other), { isDryRun: false });
    expect(keys).toEqual({ missing: ['test'], unreadable: ['token'] });
  });
});

describe('a restore', () => {
  test('refuses a database with rows and a data folder with a database', async () => {
    const config = await emptyDatabase();
    await restoreBackup(file, config, { isDryRun: false });
    const before = await rowsAt(targetOf(config));
    for (const isDryRun of [true, false]) {
      await expect(restoreBackup(file, config, { isDryRun })).rejects.toThrow(
        /database is not empty: its table "\w+" has rows\. No changes were made/,
      );
    }
    expect(await rowsAt(targetOf(config))).toEqual(before);

    const dataDir = join(folder, 'used');
    await mkdir(join(dataDir, 'data-18'), { recursive: true });
    const used = readConfig({ PIPEWRIGHT_DATA_DIR: dataDir }, process.cwd());
    await expect(restoreBackup(file, used, { isDryRun: false })).rejects.toThrow(
      /used\/data-18 already contains a database\. No changes were made\. .* move it aside \(mv /,
    );
    expect(await readdir(dataDir)).toEqual(['data-18']);
  });

  test('continues a restore that was interrupted before its rows were written', async () => {
    const config = await emptyDatabase();
    const archive = await ArchiveReader.open(file);
    const { manifest } = archive;
    await archive.close();
    const sql = connect(targetOf(config), { max: 1 });
    await prepareTables(sql, MIGRATIONS, manifest.schema);
    await sql.end();
    await restoreBackup(file, config, { isDryRun: false });
    expect(await rowsAt(targetOf(config))).toEqual(await rowsAt(source.target));
  });

  test('refuses inconsistent rows, and leaves the database empty', async () => {
    const torn = await createTestDatabase();
    await torn.sql`insert into run_events (run_id, seq, at, type, body) values ('run_gone', 1, now(), 'x', '{}')`;
    const path = join(folder, 'torn.pwb');
    await writeBackup({ sql: torn.sql, path, database: 'url', blobs: undefined });
    await torn.close();
    const config = await emptyDatabase();
    await expect(restoreBackup(path, config, { isDryRun: false })).rejects.toThrow(
      /are inconsistent: 1 events belong to no run \(run_gone event 1\)\. Nothing was restored/,
    );
    expect(Object.values(await rowsAt(targetOf(config))).flat()).toEqual([]);
  });

  test('migrates a backup of an older release', async () => {
    const times = await migrationTimes(MIGRATIONS);
    // The last release whose pipelines had no drafts.
    const old = times[12] ?? 0;
    const from = await emptyDatabase();
    const sql = connect(targetOf(from), { max: 1 });
    await prepareTables(sql, MIGRATIONS, old);
    await sql`insert into pipelines (id, name, version) values ('pl_1', 'Old', 1)`;
    await sql`
      insert into pipeline_versions (pipeline_id, version, document, hash, step_count, problem_count)
      values ('pl_1', 1, '{}', encode(sha256('{}'), 'hex'), 0, 0)`;
    const path = join(folder, 'old.pwb');
    await writeBackup({ sql, path, database: 'built_in', blobs: undefined });
    await sql.end();
    const config = await emptyDatabase();
    await restoreBackup(path, config, { isDryRun: false });
    const restored = connect(targetOf(config), { max: 1 });
    expect([...(await restored`select name from pipelines`)]).toEqual([{ name: 'Old' }]);
    const [row] = await restored`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;
    expect(row?.newest).toBe(times.at(-1));
    await restored.end();
  });

  test('refuses a backup of a newer release', async () => {
    const newer = await createTestDatabase();
    await newer.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9e15)`;
    const path = join(folder, 'newer.pwb');
    await writeBackup({ sql: newer.sql, path, database: 'url', blobs: undefined });
    await newer.close();
    await expect(restoreBackup(path, await emptyDatabase(), { isDryRun: false })).rejects.toThrow(
      /whose tables are newer than those of this release\. Update Pipewright/,
    );
  });

  test('ends the leases of the backup, so that its runs continue immediately, and keeps their epochs', async () => {
    const busy = await createTestDatabase();
    await busy.sql`insert into pipelines (id, name, version) values ('pl_1', 'Busy', 1)`;
    await busy.sql`
      insert into pipeline_drafts (pipeline_id, revision, document, hash, step_count, problem_count)
      values ('pl_1', 1, '{}', encode(sha256('{}'), 'hex'), 0, 0)`;
    await busy.sql`
      insert into pipeline_versions (pipeline_id, version, document, hash, step_count, problem_count)
      values ('pl_1', 1, '{}', encode(sha256('{}'), 'hex'), 0, 0)`;
    await busy.sql`
      insert into runs (id, number, pipeline_id, version, status, params, trigger, created_at, last_seq, owner, epoch, lease_until)
      values ('run_1', 1, 'pl_1', 1, 'running', '{}', 'manual', now(), 1, 'worker_1', 7, now() + interval '1 hour')`;
    await busy.sql`insert into run_events (run_id, seq, at, type, body) values ('run_1', 1, now(), 'run_created', '{}')`;
    const path = join(folder, 'busy.pwb');
    await writeBackup({ sql: busy.sql, path, database: 'url', blobs: undefined });
    await busy.close();
    const config = await emptyDatabase();
    await restoreBackup(path, config, { isDryRun: false });
    const sql = connect(targetOf(config), { max: 1 });
    const [run] = await sql`
      select owner, epoch, lease_until as lease, wake_at <= now() as due, crash_count as crashes from runs`;
    await sql.end();
    expect(run).toEqual({ owner: null, epoch: 7, lease: null, due: true, crashes: 0 });
  });
});
