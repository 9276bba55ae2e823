import { describe, expect, it } from 'vitest';
import { boundValues, withoutQuotes } from './bound-values';

describe('the bound values of an SQL text', () => {
  it('are its templates in order, numbered as in the journal', () => {
    const values = boundValues('select * from t where a = {{ params.a }} and b = {{steps.x.output.b}}');
    expect(values.map(({ placeholder, source }) => [placeholder, source])).toEqual([
      ['$1', 'params.a'],
      ['$2', 'steps.x.output.b'],
    ]);
  });

  it('leave out an unfinished template', () => {
    expect(boundValues('select {{params.a}} , {{para')).toHaveLength(1);
  });

  it.each([
    ["select '{{x}}'", 'text'],
    ["select '%{{x}}%'", 'text'],
    ["select 'it''s {{x}}'", 'text'],
    ['select "{{x}}"', 'name'],
    ['select * from `{{x}}`', 'name'],
    ['select 1 -- {{x}}\n', 'comment'],
    ['select 1 /* {{x}} */', 'comment'],
    ['select $tag$ {{x}} $tag$', 'text'],
    ["select 'a', {{x}}", undefined],
    ["select 'it''s', {{x}}", undefined],
    ['select 1 -- done\n, {{x}}', undefined],
    ["select /* it's */ {{x}}", undefined],
    ['select $1, {{x}}', undefined],
  ] as const)('are marked where no value can be bound: %s', (sql, inside) => {
    expect(boundValues(sql)[0]?.inside).toBe(inside);
  });

  it('follow the dialect', () => {
    expect(boundValues('select "{{x}}"', 'mysql')[0]?.inside).toBe('text');
    expect(boundValues('select 1 # {{x}}', 'mysql')[0]?.inside).toBe('comment');
    expect(boundValues('select [{{x}}]', 'sqlite')[0]?.inside).toBe('name');
    expect(boundValues('select a[{{x}}]', 'postgres')[0]?.inside).toBeUndefined();
  });

  it('are marked inside quotes around several templates', () => {
    expect(boundValues("select '{{a}} and {{b}}', {{c}}").map((value) => value.inside)).toEqual([
      'text',
      'text',
      undefined,
    ]);
  });
});

describe('withoutQuotes', () => {
  it('removes quotes around a single template', () => {
    const sql = "select * from t where a = '{{x}}'";
    const [value] = boundValues(sql);
    expect(value && withoutQuotes(sql, value)).toBe('select * from t where a = {{x}}');
  });

  it('keeps quotes around more than a template', () => {
    const sql = "select '%{{x}}'";
    const [value] = boundValues(sql);
    expect(value && withoutQuotes(sql, value)).toBeUndefined();
  });
});
