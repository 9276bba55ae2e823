import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeTarget } from './connect';
import { migrateDatabase, migrationsFolder } from './migrate';

describe('a test database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.close());

  it('has the tables of this release', async () => {
    const rows =
      await database.sql`select table_name from information_schema.tables where table_schema = 'public'`;
    expect(rows.map((row) => row.table_name)).toEqual(expect.arrayContaining(['pipelines', 'runs']));
  });

  it('reads dates and JSON as values', async () => {
    const [row] = await database.sql`select ${database.sql.json({ a: [1] })}::jsonb as json, now() as now`;
    expect(row?.json).toEqual({ a: [1] });
    expect(row?.now).toBeInstanceOf(Date);
  });

  it('is visible to other pools', async () => {
    const other = database.openAgain();
    const [mine] = await database.sql`select current_database() as name`;
    const [theirs] = await other.sql`select current_database() as name`;
    await other.close();
    expect(theirs?.name).toBe(mine?.name);
  });

  it('can be migrated by several processes at once, and again', async () => {
    const folder = migrationsFolder(process.cwd());
    const migrations = Array.from({ length: 4 }, () => migrateDatabase(database.target, folder));
    await expect(Promise.all(migrations)).resolves.toHaveLength(4);
  });

  it('is not changed by a release that is older than its tables', async () => {
    const newer = await createTestDatabase();
    await newer.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9e15)`;
    const migrating = migrateDatabase(newer.target, migrationsFolder(process.cwd()));
    await expect(migrating).rejects.toThrow(/older than the database.*Update Pipewright/);
    await newer.close();
  });

  it('reports where the migrations should be', async () => {
    await expect(migrateDatabase(database.target, '/nowhere')).rejects.toThrow(
      /No migrations found in \/nowhere\. Start Pipewright in its project folder/,
    );
  });

  it('is separate from the databases of other test files', async () => {
    const other = await createTestDatabase();
    await other.sql`create table only_here (id int)`;
    const found = await database.sql`select to_regclass('only_here') as name`;
    await other.close();
    expect(found[0]?.name).toBeNull();
    expect(inject('testServer').template).toMatch(/^pipewright_template_/);
  });
});

describe('describeTarget', () => {
  it('leaves out the password', () => {
    const url = 'postgres://me:very-secret@db.example:6432/pipes?sslmode=require';
    expect(describeTarget({ kind: 'url', url })).toBe('postgres://me@db.example:6432/pipes');
  });
});
