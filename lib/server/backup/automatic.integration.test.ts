import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { ArchiveReader } from './archive-reader';
import { AutomaticBackups, type AutomaticBackupsOptions } from './automatic';
import { rowsOf } from './manifest';
import { listBackups } from './rotation';

const HOUR_MS = 3_600_000;

let folder = '';
let database: TestDatabase;
let now = Date.UTC(2026, 10, 22, 5);
const told: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-automatic-'));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function backups(more: Partial<AutomaticBackupsOptions> = {}): AutomaticBackups {
  return new AutomaticBackups({
    config: { dataDir: folder, backups: { isOn: true, keep: 2 } },
    log: (line) => told.push(line),
    now: () => new Date(now),
    ...more,
  });
}

/** A change, counted by the database: its statistics are written when a connection ends. */
async function change(name: string): Promise<void> {
  const other = database.openAgain();
  await other.sql`insert into pipelines (id, name, version) values (${name}, ${name}, 1)`;
  await other.sql`select pg_stat_force_next_flush()`;
  await other.close();
  await expect
    .poll(async () => {
      const [row] =
        await database.sql`select n_tup_ins::int as rows from pg_stat_user_tables where relname = 'pipelines'`;
      return row?.rows;
    })
    .toBeGreaterThanOrEqual(Number(name));
}

const occasions = async () =>
  (await listBackups(join(folder, 'backups'))).map(({ at, kind: occasion }) => [at.getTime(), occasion]);

test('a database is backed up every hour and on exit, unless nothing has changed', async () => {
  const first = backups();
  await change('1');
  await Promise.all([first.backUpWhenDue(database.target), first.backUpWhenDue(database.target)]);
  expect(await occasions()).toEqual([[now, 'hourly']]);
  const start = now;

  await change('2');
  now += HOUR_MS / 2;
  await first.backUpWhenDue(database.target);
  expect(await occasions()).toHaveLength(1);
  now += HOUR_MS / 2;
  await first.backUpWhenDue(database.target);
  expect(await occasions()).toEqual([
    [now, 'hourly'],
    [start, 'hourly'],
  ]);

  now += HOUR_MS;
  await first.backUpWhenDue(database.target);
  await first.finish(database.target);
  expect(await occasions()).toHaveLength(2);

  await change('3');
  await backups().finish(database.target);
  const [newest] = await listBackups(join(folder, 'backups'));
  expect(newest?.kind).toBe('exit');
  const archive = await ArchiveReader.open(newest?.path ?? '');
  await archive.verify();
  await archive.close();
  expect(rowsOf(archive.manifest, 'pipelines')).toBe(3);
  // Two are kept: they are of one day.
  expect((await occasions()).map(([, occasion]) => occasion)).toEqual(['exit', 'hourly']);
  expect(told).toEqual([]);
});

test('no backup is begun on a disk that is nearly full, and the log says so', async () => {
  await change('4');
  const before = await occasions();
  now += 2 * HOUR_MS;
  const full = backups({ freeBytes: () => Promise.resolve(199_000_000) });
  await full.backUpWhenDue(database.target);
  expect(await occasions()).toEqual(before);
  expect(told).toEqual([
    'The hourly backup was not made: the disk has 199 MB free, but 200 MB must stay free. Free some space, or set PIPEWRIGHT_BACKUPS_KEEP lower.',
  ]);
});
