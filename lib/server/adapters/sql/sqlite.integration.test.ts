import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { bound, startDatabase, type TestDatabase } from './testing/databases';

const ENDLESS = 'with recursive c(x) as (select 1 union all select x + 1 from c) select max(x) from c';

let db: TestDatabase;
beforeEach(async () => {
  const started = await startDatabase('sqlite');
  if (!started) throw new Error('SQLite is always there.');
  db = started;
  await db.write('create table t (id integer primary key, name text)');
});
afterEach(() => db.stop());

describe('SQLite', () => {
  it('does not block the process during a statement, which is stopped at its limit', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 20);
    const asked = db.ask({ do: 'query', text: bound(ENDLESS), mayWrite: false }, { statementSeconds: 2 });
    await expect(asked).rejects.toMatchObject({ kind: 'timeout' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
  });

  it('is unchanged after a stopped write, without a lock', async () => {
    await db.ask({ do: 'insert', table: 't', rows: [{ name: 'kept' }] });
    const text = bound(
      `insert into t (name) ${ENDLESS.replace('select max(x) from c', "select 'lost' || x from c")}`,
    );
    const asked = db.ask({ do: 'query', text, mayWrite: true }, { statementSeconds: 1 });
    await expect(asked).rejects.toMatchObject({ kind: 'timeout' });
    expect(await db.read('select name from t')).toEqual([{ name: 'kept' }]);
    await db.ask({ do: 'insert', table: 't', rows: [{ name: 'more' }] });
    expect(await db.read('select count(*) as n from t')).toEqual([{ n: 2 }]);
    expect(readdirSync(db.folder).filter((name) => /lock|owner/.test(name))).toEqual([]);
  });

  it('executes concurrent requests on one file one after another', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db.ask({ do: 'insert', table: 't', rows: [{ name: `n${index}` }] }),
      ),
    );
    expect(await db.read('select count(*) as n from t')).toEqual([{ n: 20 }]);
  });

  it('takes over locks of a process that has ended', async () => {
    await mkdir(join(db.folder, 'test.db.lock'));
    // No process has this number: the kernel's own limit is lower.
    await writeFile(join(db.folder, 'test.db.owner'), `${hostname()} 99999999`);
    expect(await db.read('select count(*) as n from t')).toEqual([{ n: 0 }]);
    expect(existsSync(join(db.folder, 'test.db.owner'))).toBe(false);
  });

  it('waits for a process that uses the file, up to its limit', async () => {
    await writeFile(join(db.folder, 'test.db.owner'), `${hostname()} ${process.ppid}`);
    const text = bound('select 1');
    const asked = db.ask({ do: 'query', text, mayWrite: false }, { statementSeconds: 0.2 });
    await expect(asked).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('creates a file only for a query that may write', async () => {
    const connection = { dialect: 'sqlite', path: 'new/other.db' } as const;
    const rows = [{ a: 1 }];
    await expect(db.ask({ do: 'insert', table: 't', rows }, { connection })).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('SQLite database new/other.db does not exist'),
    });
    expect(existsSync(join(db.folder, 'new'))).toBe(false);
    await db.ask({ do: 'query', text: bound('create table t (a)'), mayWrite: true }, { connection });
    expect((await db.ask({ do: 'insert', table: 't', rows }, { connection })).rowCount).toBe(1);
  });

  it('creates triggers, whose body contains statements', async () => {
    await db.write(
      "create trigger once after insert on t when new.name = 'a' begin insert into t (name) values ('b'); delete from t where name = 'c'; end",
    );
    await db.ask({ do: 'insert', table: 't', rows: [{ name: 'a' }] });
    expect(await db.read('select name from t')).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('reports a file that is not a database', async () => {
    await writeFile(join(db.folder, 'text.db'), 'This is not a database. '.repeat(100));
    const connection = { dialect: 'sqlite', path: 'text.db' } as const;
    const asked = db.ask({ do: 'query', text: bound('select * from t'), mayWrite: false }, { connection });
    await expect(asked).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('not a SQLite'),
    });
  });

  it('refuses a database in WAL mode with a hint', async () => {
    // Bytes 18 and 19 of the header: the versions to write and read it, 2 for WAL.
    const file = await open(join(db.folder, 'test.db'), 'r+');
    await file.write(Uint8Array.of(2, 2), 0, 2, 18);
    await file.close();
    await expect(db.read('select * from t')).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('PRAGMA journal_mode = DELETE'),
    });
  });

  it('does not cut a text at a NUL character', async () => {
    const asked = db.ask({ do: 'insert', table: 't', rows: [{ name: 'a\0b' }] });
    await expect(asked).rejects.toBeInstanceOf(ActionError);
  });

  it('bounds the memory of a statement', async () => {
    const asked = db.read('select length(hex(zeroblob(300000000))) as n');
    await expect(asked).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('memory'),
    });
  });
});
