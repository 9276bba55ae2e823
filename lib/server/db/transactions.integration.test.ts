import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { connect } from './connect';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ sql } = database);
  await sql`create table notes (id int primary key)`;
});

afterAll(() => database.close());

function gate() {
  let open: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const ids = async () => (await sql<{ id: number }[]>`select id from notes order by id`).map(({ id }) => id);

describe('a transaction', () => {
  it('has a connection of its own, wherever it begins among queries that wait', async () => {
    await sql`truncate notes`;
    const pool = connect(database.target, { max: 2 });
    await Promise.all([pool`select 1`, pool`select 1`]);
    // The driver puts up to 100 queries on each connection: one of these transactions begins exactly there.
    for (let before = 195; before < 210; before += 1) {
      const queries = Array.from({ length: before }, () => pool`select 1`.execute());
      const undone = pool.begin(async (tx) => {
        await tx`insert into notes values (0)`;
        throw new Error('undone');
      });
      const after = pool`insert into notes values (${before})`.execute();
      await expect(undone).rejects.toThrow('undone');
      await Promise.all([...queries, after]);
    }
    await pool.end();
    expect(await ids()).toEqual(Array.from({ length: 15 }, (_, index) => 195 + index));
  });

  it('returns what its function returns, with lists of queries settled', async () => {
    expect(await sql.begin(async (tx) => (await tx`select 1 as one`)[0]?.one)).toBe(1);
    const both = await sql.begin((tx) => [tx`select 1 as n`, tx`select 2 as n`]);
    expect(both.map(([row]) => row?.n)).toEqual([1, 2]);
    await expect(sql.begin('read only', (tx) => tx`insert into notes values (-1)`)).rejects.toThrow(
      'read-only',
    );
  });

  it('undoes a savepoint alone, and all of it after a failed statement', async () => {
    await sql`truncate notes`;
    await sql.begin(async (tx) => {
      await tx`insert into notes values (1)`;
      await expect(tx.savepoint((point) => point`insert into notes values (1)`)).rejects.toThrow('duplicate');
      await tx`insert into notes values (2)`;
    });
    expect(await ids()).toEqual([1, 2]);
    const swallowed = sql.begin(async (tx) => {
      await tx`insert into notes values (3)`;
      await tx`insert into notes values (3)`.catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('was rolled back');
    expect(await ids()).toEqual([1, 2]);
  });

  it('fails when its connection is closed, and the pool goes on', async () => {
    const lost = sql.begin(async (tx) => {
      await tx`select pg_terminate_backend(pg_backend_pid())`;
    });
    await expect(lost).rejects.toThrow();
    const waiting = sql.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`;
      await sql`select pg_terminate_backend(${row?.pid})`;
      await new Promise(() => undefined);
    });
    await expect(waiting).rejects.toThrow('CONNECTION_CLOSED');
    // The driver may report the end of a connection once more, to the first query of the next one.
    const works = () =>
      sql
        .begin((tx) => tx`select 1`)
        .then(
          () => true,
          () => false,
        );
    const all = async () => (await Promise.all(Array.from({ length: 50 }, works))).every(Boolean);
    await expect.poll(all).toBe(true);
    expect(await ids()).toEqual([1, 2]);
  });

  it('that waits for a connection gets the next one when one is closed', async () => {
    const pool = connect(database.target, { max: 1 });
    const begun = gate();
    const lost = pool.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`;
      begun.open(row?.pid);
      await new Promise(() => undefined);
    });
    // At once: it may be lost before the answer of the query that closes its connection.
    const isLost = expect(lost).rejects.toThrow('CONNECTION_CLOSED');
    const pid = await begun.promise;
    const waiting = [1, 2, 3].map((n) => pool.begin(async (tx) => (await tx`select ${n}::int as n`)[0]?.n));
    await sql`select pg_terminate_backend(${pid as number})`;
    await isLost;
    expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
    expect(await pool.begin((tx) => tx`select 4 as n`)).toEqual([{ n: 4 }]);
    await pool.end();
  });

  it('sends nothing more after its connection has closed, when others use the next one', async () => {
    await sql`truncate notes`;
    const pool = connect(database.target, { max: 1 });
    const [begun, closed, other] = [gate(), gate(), gate()];
    let late: Promise<unknown> = Promise.resolve();
    const lost = pool.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`;
      begun.open(row?.pid);
      await closed.promise;
      late = Promise.allSettled([tx`insert into notes values (1)`, tx.unsafe('commit')]);
      await late;
    });
    // At once: it may be lost before the answer of the query that closes its connection.
    const isLost = expect(lost).rejects.toThrow('CONNECTION_CLOSED');
    const pid = await begun.promise;
    await sql`select pg_terminate_backend(${pid as number})`;
    await isLost;
    const undone = pool.begin(async (tx) => {
      await tx`insert into notes values (2)`;
      closed.open(undefined);
      await other.promise;
      throw new Error('undone');
    });
    await closed.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await late).toMatchObject([{ reason: { code: 'CONNECTION_CLOSED' } }, { status: 'rejected' }]);
    other.open(undefined);
    await expect(undone).rejects.toThrow('undone');
    expect(await ids()).toEqual([]);
    await pool.end();
  });

  it('is refused after the pool has ended', async () => {
    const pool = connect(database.target, { max: 1 });
    await pool`select 1`;
    await pool.end();
    await expect(pool.begin((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  });
});
