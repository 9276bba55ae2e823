import { describe, expect, it } from 'vitest';
import { byParam } from '../../action';
import { ActionError } from '../../errors';
import type { BoundText, SqlRequest, SqlResult } from '../../ports';
import { fakeContext, perform } from '../../testing/fakes';
import { database } from './database';

const connection = 'postgres://u:hunter2@db.test/shop';
const EMPTY: SqlResult = { rows: [], rowCount: 0, columns: [] };

/** Runs the action with one result; returns its output, the commands and the log. */
async function call(written: Record<string, unknown>, answer: SqlResult = EMPTY, text?: BoundText) {
  const asked: Omit<SqlRequest, 'secrets'>[] = [];
  const deadlines: number[] = [];
  const ctx = fakeContext({
    bound: (name) => (name === 'query' ? text : undefined),
    deadline: (seconds) => {
      deadlines.push(seconds);
      return new AbortController().signal;
    },
    sql: async (request) => {
      asked.push(request);
      return answer;
    },
  });
  const output = await perform(database, { connection, ...written }, ctx);
  const [request] = asked;
  if (request === undefined) throw new Error('Nothing was asked.');
  return { output, request, command: request.command, deadlines, lines: ctx.log.lines };
}

const failure = (written: Record<string, unknown>, text?: BoundText) =>
  call(written, EMPTY, text).then(
    () => undefined,
    (error: unknown) => error,
  );

const query = (written: Record<string, unknown>, text: BoundText, answer = EMPTY) =>
  call({ operation: 'query', query: 'as written', ...written }, answer, text);

describe('query', () => {
  const text = { parts: ['select * from t where id = ', ''], values: [7] };

  it('passes text and values separately, read-only', async () => {
    const { command, request } = await query({}, text);
    expect(command).toEqual({ do: 'query', text, mayWrite: false });
    expect(request).toMatchObject({ maxRows: 10_000, statementSeconds: 30 });
    expect(request.connection).toMatchObject({ dialect: 'postgres', host: 'db.test', password: 'hunter2' });
  });

  it('may write when allowed', async () => {
    expect((await query({ allow_write: true }, text)).command).toMatchObject({ mayWrite: true });
  });

  it('returns rows, their number and their columns', async () => {
    const columns = [{ name: 'id', type: 'int4' }];
    const { output, lines } = await query({}, text, { rows: [{ id: 7 }], rowCount: 1, columns });
    expect(output).toEqual({ rows: [{ id: 7 }], row_count: 1, columns });
    expect(lines).toEqual([{ level: 'info', message: 'query: 1 row' }]);
  });

  it('passes its limits to the database', async () => {
    const { request, deadlines } = await query({ max_rows: 5, timeout_seconds: 2.5 }, text);
    expect(request).toMatchObject({ maxRows: 5, statementSeconds: 2.5 });
    expect(deadlines).toEqual([2.5]);
  });

  it('refuses a template between quotes', async () => {
    const quoted = { parts: ["select * from t where a = '", "'"], values: ['x'] };
    const error = await failure({ operation: 'query', query: 'x' }, quoted);
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.query' });
    expect(String(error)).toContain('remove the quotes');
  });

  it('accepts a table without requiring one', async () => {
    await expect(query({ table: 't' }, text)).resolves.toBeDefined();
  });
});

describe('insert', () => {
  it('does not call the database for an empty list', async () => {
    const ctx = fakeContext();
    const written = { connection, operation: 'insert', table: 'orders', data: [] };
    expect(await perform(database, written, ctx)).toEqual({ rows: [], row_count: 0 });
    expect(ctx.log.lines).toEqual([
      expect.objectContaining({ message: expect.stringContaining('empty list') }),
    ]);
  });

  it('accepts one object or a list', async () => {
    const one = await call({ operation: 'insert', table: 's.t', data: { a: 1, b: null } });
    expect(one.command).toEqual({ do: 'insert', table: 's.t', rows: [{ a: 1, b: null }] });
    const two = await call({ operation: 'insert', table: 't', data: [{ a: 1 }, { a: [2] }] });
    expect(two.command).toMatchObject({ rows: [{ a: 1 }, { a: [2] }] });
  });

  it('logs the parameters that it does not use', async () => {
    const { lines } = await call({ operation: 'insert', table: 't', data: { a: 1 }, where: { a: 1 } });
    expect(lines[0]).toEqual({ level: 'warning', message: 'insert does not use where.' });
  });

  it('leaves columns out of the output when there are none', async () => {
    const { output } = await call(
      { operation: 'insert', table: 't', data: { a: 1 } },
      { ...EMPTY, rowCount: 1 },
    );
    expect(output).toEqual({ rows: [], row_count: 1 });
  });
});

describe('update and delete', () => {
  it('change the rows selected by where', async () => {
    const where = {
      id: 7,
      age: { '>=': 18, '<': 65 },
      name: null,
      kind: ['a', 'b'],
      note: { is_null: false },
    };
    const conditions = [
      { column: 'id', is: '=', value: 7 },
      { column: 'age', is: '>=', value: 18 },
      { column: 'age', is: '<', value: 65 },
      { column: 'name', is: 'is_null', value: true },
      { column: 'kind', is: 'in', value: ['a', 'b'] },
      { column: 'note', is: 'is_null', value: false },
    ];
    expect((await call({ operation: 'delete', table: 't', where })).command).toEqual({
      do: 'delete',
      table: 't',
      where: conditions,
    });
    expect((await call({ operation: 'update', table: 't', data: { a: 1 }, where })).command).toEqual({
      do: 'update',
      table: 't',
      set: { a: 1 },
      where: conditions,
    });
  });

  it.each([
    [{ '!=': null }, { is: 'is_null', value: false }],
    [{ '<>': 3 }, { is: '!=', value: 3 }],
    [{ '==': 3 }, { is: '=', value: 3 }],
    [{ IN: [1] }, { is: 'in', value: [1] }],
    [{ like: 'a%' }, { is: 'like', value: 'a%' }],
    [[], { is: 'in', value: [] }],
    [false, { is: '=', value: false }],
  ])('read %j', async (comparison, condition) => {
    const { command } = await call({ operation: 'delete', table: 't', where: { c: comparison } });
    expect(command).toMatchObject({ where: [{ column: 'c', ...condition }] });
  });

  it.each([
    [{ lik: 'a' }, 'Did you mean like?'],
    [{}, 'empty object'],
    [{ '<': null }, 'is_null'],
    [{ in: 3 }, 'needs a list'],
    [[null], 'Use only text, numbers and booleans'],
    [{ in: [{ a: 1 }] }, 'Use only text, numbers and booleans'],
    [{ like: 3 }, 'needs text'],
    [{ is_null: 'yes' }, 'true or false'],
    [{ '=': { a: 1 } }, 'list or an object'],
    [Array.from({ length: 1001 }, () => 1), '1,000'],
  ])('refuse %j', async (comparison, hint) => {
    const error = await failure({ operation: 'delete', table: 't', where: { c: comparison } });
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.where.c' });
    expect(String(error)).toContain(hint);
  });

  it.each(['update', 'delete'])('%s requires where or all_rows', async (operation) => {
    const written = { operation, table: 't', data: { a: 1 } };
    for (const where of [undefined, {}]) {
      const error = await failure({ ...written, ...(where && { where }) });
      expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.where' });
      expect(String(error)).toContain('all_rows: true');
    }
    expect((await call({ ...written, all_rows: true })).command).toMatchObject({ where: [] });
  });
});

describe('bad parameters', () => {
  it.each([
    [{ operation: 'query' }, 'params.query'],
    [{ operation: 'insert', data: { a: 1 } }, 'params.table'],
    [{ operation: 'insert', table: 't' }, 'params.data'],
    [{ operation: 'insert', table: 't', data: {} }, 'params.data'],
    [{ operation: 'insert', table: 't', data: [{ a: 1 }, {}] }, 'params.data.1'],
    [{ operation: 'insert', table: 't', data: { '': 1 } }, 'params.data'],
    [{ operation: 'insert', table: 't', data: { 'a\0': 1 } }, 'params.data'],
    [{ operation: 'update', table: 't', data: [{ a: 1 }], all_rows: true }, 'params.data'],
    [{ operation: 'update', table: 't', all_rows: true }, 'params.data'],
    [{ operation: 'delete', all_rows: true }, 'params.table'],
    [{ operation: 'delete', table: 'a.b.c', all_rows: true }, 'params.table'],
    [{ operation: 'delete', table: 'a.', all_rows: true }, 'params.table'],
    [{ operation: 'delete', table: 't\0', all_rows: true }, 'params.table'],
    [{ operation: 'delete', table: 'ä'.repeat(32), all_rows: true }, 'params.table'],
    [{ operation: 'delete', table: '\ud800', all_rows: true }, 'params.table'],
    [{ operation: 'delete', table: 't', where: { ['x'.repeat(64)]: 1 } }, 'params.where'],
    [{ operation: 'query', query: 'x', connection: 'nonsense' }, 'params.connection'],
  ])('%j', async (written, path) => {
    expect(await failure(written)).toMatchObject({ kind: 'invalid_params', path });
  });

  it.each([
    { operation: 'select' },
    { operation: 'query', max_rows: 0 },
    { operation: 'query', max_rows: 10_001 },
    { operation: 'query', timeout_seconds: 301 },
    { operation: 'insert', data: 'x' },
    { operation: 'insert', data: [1] },
    { operation: 'delete', where: 'id = 7' },
    { operation: 'query', connection: '' },
  ])('%j does not fit the schema', (written) => {
    expect(database.params.safeParse({ connection, ...written }).success).toBe(false);
  });

  it('fail with the failure of the database', async () => {
    const broken = new ActionError('connection_error', 'Cannot reach it.');
    const ctx = fakeContext({ sql: () => Promise.reject(broken) });
    const written = { connection, operation: 'insert', table: 't', data: { a: 1 } };
    await expect(perform(database, written, ctx)).rejects.toBe(broken);
  });
});

describe('side effects', () => {
  it.each([
    ['query', 'read', true],
    ['insert', 'write', false],
    ['update', 'write', true],
    ['delete', 'destructive', true],
  ])('%s is %s; idempotent: %s', (operation, effect, idempotent) => {
    expect(byParam(database.effect, { operation })).toBe(effect);
    expect(byParam(database.idempotent, { operation })).toBe(idempotent);
  });

  it('a query that may write is not repeated after a crash', () => {
    const params = { operation: 'query', allow_write: true };
    expect(byParam(database.effect, params)).toBe('write');
    expect(byParam(database.idempotent, params)).toBe(false);
    expect(byParam(database.effect, { operation: 'delete', allow_write: true })).toBe('destructive');
  });
});
