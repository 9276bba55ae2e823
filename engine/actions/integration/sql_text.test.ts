import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionError } from '../../errors';
import { HOLE, type SqlDialect, scanSql } from './sql_scan';
import { checkBoundPlaces, outlineSql } from './sql_text';

const seed = 20_261_121;
const DIALECTS = ['postgres', 'mysql', 'sqlite'] as const;

/** `{}` is a template. */
const bound = (sql: string) => {
  const parts = sql.split('{}');
  return { parts, values: parts.slice(1).map(() => 1) };
};

function refusal(sql: string, dialect: SqlDialect): string | undefined {
  try {
    checkBoundPlaces(bound(sql), dialect);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ActionError);
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.query' });
    return (error as ActionError).message;
  }
}

describe('a template in SQL', () => {
  it.each([
    ['select * from t where a = {}'],
    ['{}'],
    ['select {},{}'],
    ['select ({})'],
    ["select 'it''s' || {}"],
    ['select "a" from t where "b"={}'],
    ['select 1 -- a comment\n+ {}'],
    ['select /* a */ {} /* b */'],
    ["select 'a' where x={} or y='b'"],
  ])('may stand in %s', (sql) => {
    for (const dialect of DIALECTS) expect(refusal(sql, dialect)).toBeUndefined();
  });

  it.each<[SqlDialect, string]>([
    ['postgres', 'select {}::int'],
    ['postgres', "select $tag$ it's $tag$, {}"],
    ['postgres', "select E'it\\'s', {}"],
    ['postgres', "select 'back\\', {}"],
    ['postgres', 'select /* a /* nested */ comment */ {}'],
    ['postgres', 'select a[{}] from t'],
    ['postgres', `select '{"a":1}'::jsonb ? {}`],
    ['mysql', "select 'it\\'s', {}"],
    ['mysql', 'select "it\\"s", {}'],
    ['mysql', 'select 1 # it\n, {}'],
    ['mysql', 'select 5--{}'],
    ['mysql', 'select @a := {}'],
    ['sqlite', "select 'back\\', {}"],
    ['sqlite', 'select [it"s], {}'],
    ['sqlite', 'select `it"s`, {}'],
  ])('may stand in %s: %s', (dialect, sql) => expect(refusal(sql, dialect)).toBeUndefined());

  it.each([
    ["select '{}'", 'remove the quotes.'],
    ["select * from t where a like '%{}%'", 'or join the parts in SQL'],
    ["select 'it''s {}'", 'quotes'],
    ["select '{}", 'quotes'],
    ['select 1 -- {}', 'comment'],
    ['select 1 /* {} */', 'comment'],
    ['select 1 /* {}', 'comment'],
    ['select * from t{}', 'touches'],
    ['select * from t where a={}b', 'touches'],
    ['select {}{}', 'touches'],
    ['select {}5', 'touches'],
    ['', 'empty'],
    ['  -- nothing\n', 'empty'],
    [' ;; /* a */ ', 'empty'],
  ])('is refused in %s', (sql, hint) => {
    for (const dialect of DIALECTS) expect(refusal(sql, dialect)).toContain(hint);
  });

  it.each<[SqlDialect, string, string]>([
    ['postgres', 'select * from "{}"', 'name'],
    ['postgres', 'select $$ {} $$', 'quotes'],
    ['postgres', 'select $a$ $b$ {} $a$', 'quotes'],
    ['postgres', "select E'it\\'s {}'", 'quotes'],
    ['postgres', 'select /* /* */ {} */', 'comment'],
    ['postgres', 'select $1', 'placeholder'],
    ['postgres', 'select {}, $2', 'placeholder'],
    ['mysql', 'select "{}"', 'quotes'],
    ['mysql', 'select * from `{}`', 'name'],
    ['mysql', "select 'it\\'s {}'", 'quotes'],
    ['mysql', 'select 1 # {}', 'comment'],
    ['mysql', "select * from t where a like '%{}%'", "concat('…', {{…}}, '…')"],
    ['mysql', 'select ?', 'placeholder'],
    ['sqlite', 'select * from "{}"', 'name'],
    ['sqlite', 'select * from [{}]', 'name'],
    ['sqlite', 'select * from `{}`', 'name'],
    ['sqlite', 'select ?1', 'placeholder'],
    ['sqlite', 'select :name', 'placeholder'],
    ['sqlite', 'select @name', 'placeholder'],
    ['sqlite', 'select $name', 'placeholder'],
  ])('is refused in %s: %s', (dialect, sql, hint) => expect(refusal(sql, dialect)).toContain(hint));

  it('is reported with its line', () => {
    expect(refusal("select a\nfrom t\nwhere b = '{}'", 'postgres')).toContain('Line 3');
  });

  it('is refused with a NUL character beside it', () => {
    expect(refusal(`select ${HOLE}`, 'postgres')).toContain('NUL');
  });
});

describe('scanning', () => {
  it('puts every character into one token, whatever the text', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '[',
      ']',
      '$',
      '$a$',
      '--',
      '/*',
      '*/',
      '\\',
      '\n',
      '#',
      ';',
      'E',
      'ä',
      '1',
      '?',
      HOLE,
      '😀',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom(...DIALECTS), (pieces, dialect) => {
        const text = pieces.join('');
        expect(
          scanSql(text, dialect)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
      { seed, numRuns: 3000 },
    );
  });

  it('scans long text in linear time and without overflowing the stack', () => {
    for (const long of [
      "'".repeat(200_001),
      `'${'a'.repeat(500_000)}`,
      '/*'.repeat(50_000),
      '$a'.repeat(50_000),
    ]) {
      for (const dialect of DIALECTS) {
        const tokens = scanSql(long, dialect);
        expect(tokens.reduce((sum, { text }) => sum + text.length, 0)).toBe(long.length);
      }
    }
  });
});

describe('the outline of a statement', () => {
  it.each([
    ['select 1', ['select'], false],
    ['(select 1)', ['select'], false],
    ['/* a */ -- b\n WITH x as (select 1) select 2;', ['with', 'x', 'as'], false],
    ['create temp trigger a before insert', ['create', 'temp', 'trigger', 'a'], false],
    ['select 1; -- done', ['select'], false],
    ['select 1;; ', ['select'], false],
    ["select ';'", ['select'], false],
    ['select 1; drop table t', ['select'], true],
    ['select 1; {}', ['select'], true],
  ])('%s', (sql, words, hasMore) => {
    for (const dialect of DIALECTS) {
      const outline = outlineSql(bound(sql), dialect);
      expect(outline.hasMore).toBe(hasMore);
      expect(outline.words.slice(0, words.length)).toEqual(words);
    }
  });

  it('reads statements that MySQL executes inside a comment', () => {
    expect(outlineSql(bound('/*!50000 call p() */'), 'mysql').words).toEqual(['call', 'p']);
    expect(outlineSql(bound('/*M! drop table t */'), 'mysql').words[0]).toBe('drop');
  });
});
