import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { findMariadb } from '@/lib/server/testing/mariadb';
import { notRun, startDatabase, type TestDatabase } from './testing/databases';

/** What SQL gives, as documentation says. */
const CASES: Readonly<Record<'postgres' | 'mysql' | 'sqlite', readonly (readonly [string, Json, string])[]>> =
  {
    postgres: [
      ['true', true, 'bool'],
      ['7::int2', 7, 'int2'],
      ['9007199254740991::int8', 9_007_199_254_740_991, 'int8'],
      ['9007199254740993::int8', '9007199254740993', 'int8'],
      ['19.90::numeric', 19.9, 'numeric'],
      ['100::numeric', 100, 'numeric'],
      ["'0.1234567890123456789'::numeric", '0.1234567890123456789', 'numeric'],
      ["'NaN'::numeric", 'NaN', 'numeric'],
      ['1.5::float8', 1.5, 'float8'],
      ["'-Infinity'::float8", '-Infinity', 'float8'],
      ["'ü'::text", 'ü', 'text'],
      ["date '2026-02-28'", '2026-02-28', 'date'],
      ["timestamp '2026-02-28 10:30:00.120'", '2026-02-28T10:30:00.12', 'timestamp'],
      ["timestamptz '2026-02-28 12:30:00+02'", '2026-02-28T10:30:00Z', 'timestamptz'],
      ["timestamptz 'infinity'", 'infinity', 'timestamptz'],
      ["time '10:30'", '10:30:00', 'time'],
      ["interval '1 day 2 hours'", 'P1DT2H', 'interval'],
      [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }, 'jsonb'],
      [`'"text"'::json`, 'text', 'json'],
      ["'\\x00ff'::bytea", 'AP8=', 'bytea'],
      ['array[1,null,3]', [1, null, 3], 'int4[]'],
      [
        `array[['a,b','"c"'],['NULL',null]]`,
        [
          ['a,b', '"c"'],
          ['NULL', null],
        ],
        'text[]',
      ],
      ["'{}'::text[]", [], 'text[]'],
      ["'[0:1]={4,5}'::int[]", [4, 5], 'int4[]'],
      ["'2b1f0a4e-0000-4000-8000-000000000000'::uuid", '2b1f0a4e-0000-4000-8000-000000000000', 'uuid'],
      ["row(1,'a')", '(1,a)', 'other'],
      ['null::int', null, 'int4'],
    ],
    mysql: [
      ['cast(7 as signed)', 7, 'int'],
      ['cast(9007199254740993 as signed)', '9007199254740993', 'bigint'],
      ['cast(18446744073709551615 as unsigned)', '18446744073709551615', 'bigint'],
      ['cast(19.90 as decimal(10,2))', 19.9, 'decimal'],
      ['cast(0.12345678901234567890 as decimal(30,20))', '0.12345678901234567890', 'decimal'],
      ['1.5e0', 1.5, 'double'],
      ["'ü'", 'ü', 'varchar'],
      ["date '2026-02-28'", '2026-02-28', 'date'],
      ["timestamp '2026-02-28 10:30:00.120'", '2026-02-28T10:30:00.12', 'datetime'],
      ["time '10:30:00'", '10:30:00', 'time'],
      ["x'00ff'", 'AP8=', 'binary'],
      ["b'101' + 0", 5, 'int'],
      [`json_object('a', 1)`, { a: 1 }, 'json'],
      ['true', 1, 'int'],
    ],
    sqlite: [
      ['7', 7, 'integer'],
      ['9007199254740993', '9007199254740993', 'integer'],
      ['1.5', 1.5, 'real'],
      ['9e999', 'Infinity', 'real'],
      ["'ü'", 'ü', 'text'],
      ["x'00ff'", 'AP8=', 'blob'],
      ["x''", '', 'blob'],
      [`json_object('a', 1)`, '{"a":1}', 'text'],
      ['true', 1, 'integer'],
      ['null', null, 'null'],
    ],
  };

describe.each(['postgres', 'mysql', 'sqlite'] as const)('%s', (dialect) => {
  const isThere = dialect !== 'mysql' || findMariadb() !== undefined;
  if (!isThere) notRun('types of a real MariaDB');

  describe.runIf(isThere)('gives', () => {
    let db: TestDatabase;
    beforeAll(async () => {
      const started = await startDatabase(dialect);
      if (!started) throw new Error('The database is not installed.');
      db = started;
      if (dialect === 'sqlite') await db.write('create table t (a)');
    });
    afterAll(() => db?.stop());

    it.each(CASES[dialect])('%s as %j (%s)', async (sql, value, type) => {
      const text = { parts: [`select ${sql} as a`], values: [] };
      const result = await db.ask({ do: 'query', text, mayWrite: false });
      expect(result.rows).toEqual([{ a: value }]);
      expect(result.columns).toEqual([{ name: 'a', type }]);
    });
  });
});

describe('columns for structured values', () => {
  it('accept lists and objects in PostgreSQL', async () => {
    const db = await startDatabase('postgres');
    try {
      await db?.write(
        'create table t (tags text[], numbers int[], doc jsonb, at timestamptz, flag boolean, price numeric)',
      );
      const row = {
        tags: ['a,b', 'c"d', '\\', 'NULL', 'ü'],
        numbers: [1, 2],
        doc: { a: [1, { b: null }] },
        at: '2026-02-28T10:30:00Z',
        flag: true,
        price: 19.99,
      };
      const result = await db?.ask({ do: 'insert', table: 't', rows: [row] });
      expect(result?.rows).toEqual([row]);
      expect(await db?.read('select doc from t where numbers = {} and {} = any(tags)', [1, 2], 'ü')).toEqual([
        { doc: row.doc },
      ]);
      expect(await db?.read('select 1 as a from t where tags && {}::text[]', ['ü', 'x'])).toEqual([{ a: 1 }]);
    } finally {
      await db?.stop();
    }
  });
});
