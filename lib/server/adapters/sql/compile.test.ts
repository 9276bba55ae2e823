import { describe, expect, test } from 'vitest';
import type { SqlCondition } from '@/engine/ports';
import { compileCommand } from './compile';

describe('quoting', () => {
  test.each([
    ['postgres', 'delete from "a""b`c"."d" where "x""`" = $1'],
    ['mysql', 'delete from `a"b``c`.`d` where `x"``` = ?'],
    ['sqlite', 'delete from "a""b`c"."d" where "x""`" = ?'],
  ] as const)('%s: quotes in names are doubled', (dialect, sql) => {
    const where = [{ column: 'x"`', is: '=', value: 1 }] as const;
    expect(compileCommand({ do: 'delete', table: 'a"b`c.d', where }, dialect)).toEqual([
      { sql, parameters: [1] },
    ]);
  });
});

describe('values', () => {
  test.each([
    [[1, 2]],
    [{ sql: 'x', queryChunks: ['x'], getSQL: 1, constructor: 1 }],
    [JSON.parse('{"__proto__": {"a": 1}}')],
    [Object.assign(Object.create(null), { a: 1 })],
    [null],
    ['$1'],
  ])('%j is one unchanged parameter', (value) => {
    const [statement] = compileCommand(
      { do: 'update', table: 't', set: { a: value }, where: [{ column: 'b', is: '=', value }] },
      'postgres',
    );
    expect(statement?.sql).toBe('update "t" set "a" = $1 where "b" = $2');
    expect(statement?.parameters[0]).toBe(value);
    expect(statement?.parameters[1]).toBe(value);
  });

  test('each value of a list is a parameter; an empty list matches nothing', () => {
    const where: SqlCondition[] = [
      { column: 'a', is: 'in', value: [1, null, 'x'] },
      { column: 'b', is: 'in', value: [] },
    ];
    expect(compileCommand({ do: 'delete', table: 't', where }, 'postgres')).toEqual([
      { sql: 'delete from "t" where "a" in ($1, $2, $3) and 1 = 0', parameters: [1, null, 'x'] },
    ]);
  });
});

describe('rows with different columns', () => {
  const insert = { do: 'insert', table: 't', rows: [{ a: 1 }, { b: 2 }] } as const;

  test('are one statement with defaults', () => {
    expect(compileCommand({ ...insert, rows: [...insert.rows] }, 'postgres', true)).toEqual([
      {
        sql: 'insert into "t" ("a", "b") values ($1, default), (default, $2) returning *',
        parameters: [1, 2],
      },
    ]);
  });

  test('are one statement for each row in SQLite', () => {
    expect(compileCommand({ ...insert, rows: [...insert.rows] }, 'sqlite')).toEqual([
      { sql: 'insert into "t" ("a") values (?)', parameters: [1] },
      { sql: 'insert into "t" ("b") values (?)', parameters: [2] },
    ]);
  });
});
