import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInstallation } from '../backup/check';
import { restoreBackup } from '../backup/restore';
import { type Config, readConfig } from '../config';
import { openApp } from '../index';
import { openDatabase } from '../open-database';

/** Each test copies the data folder and starts PostgreSQL on it: on a loaded machine the disk takes long. */
let folder = '';
let sound: Config;
let pipelineId = '';

/** A data folder with a pipeline, and the backup that was made when the server ended. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-damaged-'));
  // PostgreSQL's account must be able to enter, or the database is put elsewhere.
  await chmod(folder, 0o755);
  sound = configOf('sound');
  const app = await openApp(sound);
  pipelineId = (await app.pipelines.create({ text: JSON.stringify({ name: 'Kept', steps: [] }) })).id;
  await app.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function configOf(name: string): Config {
  return readConfig({ PIPEWRIGHT_DATA_DIR: join(folder, name) }, process.cwd());
}

async function copyOf(name: string): Promise<{ config: Config; data: string }> {
  await promisify(execFile)('cp', ['-a', sound.dataDir, join(folder, name)]);
  const config = configOf(name);
  return { config, data: join(config.dataDir, 'data-18') };
}

async function overwrite(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(8192, 0x5a), 0, 8192, 0);
  await file.close();
}

const DAMAGES: Record<string, { damage: (data: string) => Promise<unknown>; says: RegExp }> = {
  'an empty control file': {
    damage: (data) => truncate(join(data, 'global', 'pg_control'), 0),
    says: /its control file \(global\/pg_control\) is missing or unreadable/,
  },
  'no write-ahead log': {
    damage: async (data) => {
      const names = (await readdir(join(data, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
      for (const name of names) await rm(join(data, 'pg_wal', name));
    },
    says: /its write-ahead log \(pg_wal\) is missing or unreadable \(could not locate a valid checkpoint/,
  },
  'no folder of the write-ahead log': {
    damage: (data) => rm(join(data, 'pg_wal'), { recursive: true }),
    says: /its write-ahead log \(pg_wal\) is missing or unreadable \(required WAL directory/,
  },
  'unreadable pages of its catalogue': {
    damage: async (data) => {
      for (const name of await readdir(join(data, 'base'))) await overwrite(join(data, 'base', name, '1259'));
    },
    says: /pages of its tables are unreadable \(invalid page in block 0/,
  },
  'only half of its files': {
    damage: (data) => rm(join(data, 'PG_VERSION')),
    says: /it is incomplete: the file PG_VERSION is missing/,
  },
};

test.each(Object.entries(DAMAGES))(
  'a database with %s is not opened, and its backup is named',
  async (name, each) => {
    const { config, data } = await copyOf(name.replaceAll(' ', '-'));
    await each.damage(data);
    const error = await openDatabase(config).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const message = error instanceof Error ? error.message : '';
    expect(message).toMatch(/^The database in .*\/data-18 is damaged: /);
    expect(message).toMatch(each.says);
    expect(message).toMatch(
      /The newest intact backup was made at \d{4}-.* run: mv \S+\/data-18 \S+\/data-18\.damaged && npm run -s pipewright -- restore \S+-exit\.pwb --to \S+$/,
    );
  },
);

test('a check names the damaged objects, down to the page of an index, and the backup to restore', async () => {
  expect(await checkInstallation(sound)).toMatchObject({ problems: [], notes: [], advice: undefined });
  const { config, data } = await copyOf('checked');
  const database = await openDatabase(config);
  const [files] = await database.sql<{ table: string; index: string }[]>`
    select pg_relation_filepath('triggers') as table, pg_relation_filepath('outbox_due') as index`;
  await database.sql`insert into payloads (hash, bytes, body) values ('00', 2, '{}'), (${'ab'.repeat(32)}, 2, null)`;
  await database.sql`insert into run_events (run_id, seq, at, type, body) values ('run_gone', 1, now(), 'x', '{}')`;
  await database.sql`
    insert into runs (id, number, pipeline_id, version, status, params, trigger, created_at, last_seq)
    values ('run_1', 1, ${pipelineId}, 1, 'completed', '{}', 'manual', now(), 1)`;
  const created = { type: 'run_created', run_id: 'run_1', pipeline_id: pipelineId, version: 1, params: {} };
  await database.sql`
    insert into run_events (run_id, seq, at, type, body)
    values ('run_1', 1, now(), 'run_created', ${database.sql.json(created)})`;
  await database.close();
  await overwrite(join(data, files?.table ?? ''));
  await overwrite(join(data, files?.index ?? ''));
  const { problems, advice } = await checkInstallation(config);
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The table triggers cannot be read: invalid page in block 0/),
      expect.stringMatching(
        /^The index outbox_due cannot be compared with its table: invalid page in block 0/,
      ),
      '1 events belong to no run (run_gone event 1).',
      '1 large values differ from their checksum (00).',
      expect.stringMatching(/^1 rules cannot be checked: invalid page in block 0/),
      'The journal of run run_1 says pending, but the run is listed as completed.',
      `The stored content ${'ab'.repeat(32)} is missing.`,
    ]),
  );
  expect(advice).toMatch(/The newest intact backup was made at/);
});

test('the suggested restore restores everything', async () => {
  const { config, data } = await copyOf('repaired');
  await truncate(join(data, 'global', 'pg_control'), 0);
  await rename(data, `${data}.damaged`);
  // Now there is none, and the server does not begin with an empty one.
  await expect(openDatabase(config)).rejects.toThrow(
    /repaired contains backups but no database\. To restore the newest one, .* run: .* To start with an empty database instead, move .*\/backups away\./,
  );
  const [backup = ''] = await readdir(join(config.dataDir, 'backups'));
  await restoreBackup(join(config.dataDir, 'backups', backup), config, { isDryRun: false });
  const database = await openDatabase(config);
  expect([...(await database.sql`select name from pipelines`)]).toEqual([{ name: 'Kept' }]);
  await database.close();
});

test('a damaged backup is skipped for the previous one', async () => {
  const { config, data } = await copyOf('two');
  const folderOfBackups = join(config.dataDir, 'backups');
  await writeFile(join(folderOfBackups, 'pipewright-29990101T000000Z-hourly.pwb'), 'not a backup');
  await truncate(join(data, 'global', 'pg_control'), 0);
  await expect(openDatabase(config)).rejects.toThrow(/restore \S+-exit\.pwb/);
});

test('a folder with an incomplete restore is not opened', async () => {
  const { config } = await copyOf('unfinished');
  await writeFile(join(config.dataDir, 'restore.unfinished'), '');
  await expect(openDatabase(config)).rejects.toThrow(
    /was interrupted.*Run "pipewright restore" with the same backup/,
  );
});

test('a new data folder is created without a message about backups', async () => {
  const config = configOf('new');
  await mkdir(join(config.dataDir, 'backups'), { recursive: true });
  const database = await openDatabase(config);
  expect([...(await database.sql`select count(*)::int as count from pipelines`)]).toEqual([{ count: 0 }]);
  await database.close();
});
