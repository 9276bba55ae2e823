import { describe, expect, test } from 'vitest';
import type { Json } from '../json';
import { coerce, coerceRunParams } from './run-params';
import type { ParamDeclaration } from './schema';

const declare = (more: Partial<ParamDeclaration>): Record<string, ParamDeclaration> => ({
  p: { type: 'string', ...more },
});

function problemsOf(declarations: Record<string, ParamDeclaration>, given: Record<string, Json>): string[] {
  const result = coerceRunParams(declarations, given);
  return result.ok
    ? []
    : result.problems.map(({ message, hint }) => [message, hint].filter(Boolean).join(' '));
}

describe('a value is converted from text', () => {
  test.each([
    ['string', 'x', 'x'],
    ['string', 5, '5'],
    ['string', true, 'true'],
    ['integer', '42', 42],
    ['integer', ' 42 ', 42],
    ['integer', 42, 42],
    ['number', '2.5', 2.5],
    ['number', '1e3', 1000],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', false, false],
    ['array', '[1, "a"]', [1, 'a']],
    ['array', [1], [1]],
    ['object', '{"a": 1}', { a: 1 }],
    ['object', { a: 1 }, { a: 1 }],
  ] as const)('%s from %j', (type, value, expected) => {
    expect(coerce(value as Json, type)).toEqual(expected);
  });

  test.each([
    ['string', { a: 1 }],
    ['string', null],
    ['integer', '4.5'],
    ['integer', 'four'],
    ['integer', ''],
    ['integer', true],
    ['number', 'Infinity'],
    ['number', 'NaN'],
    ['boolean', 'yes'],
    ['boolean', 1],
    ['boolean', 'TRUE'],
    ['array', '{"a": 1}'],
    ['array', 'a,b'],
    ['object', '[1]'],
    ['object', 'null'],
  ] as const)('but not %s from %j', (type, value) => {
    expect(coerce(value as Json, type)).toBeUndefined();
  });
});

describe('the params of a run', () => {
  test('take defaults, converted too, and leave out what is absent and optional', () => {
    const declarations: Record<string, ParamDeclaration> = {
      a: { type: 'integer', default: '5' },
      b: { type: 'string' },
      c: { type: 'boolean', default: false },
    };
    expect(coerceRunParams(declarations, {})).toEqual({ ok: true, params: { a: 5, c: false } });
  });

  test('count an empty text as absent, except for text params', () => {
    expect(coerceRunParams(declare({ type: 'integer' }), { p: '' })).toEqual({ ok: true, params: {} });
    expect(coerceRunParams(declare({}), { p: '' })).toEqual({ ok: true, params: { p: '' } });
  });

  test('read a declaration without a type as text', () => {
    expect(coerceRunParams({ p: {} as ParamDeclaration }, { p: 5 })).toEqual({
      ok: true,
      params: { p: '5' },
    });
  });

  test('are refused when one is required and absent', () => {
    expect(problemsOf(declare({ type: 'integer', required: true }), {})).toEqual([
      'The param p is required. Enter an integer value.',
    ]);
  });

  test('are refused with the given value when one cannot be converted', () => {
    expect(problemsOf(declare({ type: 'integer' }), { p: 'four' })).toEqual([
      'The param p needs an integer, but is "four".',
    ]);
    expect(problemsOf(declare({ type: 'object' }), { p: 'x'.repeat(100) })[0]).toMatch(/…\.$/);
  });

  test('are refused when one is not among its allowed values, which are compared by value', () => {
    const declarations = declare({ type: 'integer', enum: [1, 2] });
    expect(problemsOf(declarations, { p: '3' })).toEqual(['The param p cannot be 3. Allowed values: 1, 2.']);
    expect(coerceRunParams(declarations, { p: '2' })).toEqual({ ok: true, params: { p: 2 } });
  });

  test('are refused when one is nested too deeply, as a value or as JSON in a text', () => {
    const declarations = declare({ type: 'array' });
    const nested = (levels: number) => {
      let value: Json = [];
      for (let level = 1; level < levels; level += 1) value = [value];
      return value;
    };
    const text = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    for (const p of [nested(200), text(64)]) expect(problemsOf(declarations, { p })).toEqual([]);
    for (const levels of [201, 100_000]) {
      expect(problemsOf(declarations, { p: nested(levels) })).toEqual([
        'The param p is nested more than 200 levels deep. Use a value with fewer levels.',
      ]);
      expect(problemsOf(declarations, { p: text(levels) })).toEqual([
        'The param p is nested more than 64 levels deep. Use a value with fewer levels.',
      ]);
    }
  });

  test('are refused when one is not declared', () => {
    expect(problemsOf(declare({}), { q: 1 })).toEqual(['Unknown param q. Params of this pipeline: p.']);
    expect(problemsOf({}, { q: 1 })).toEqual(['Unknown param q. This pipeline has no params.']);
    expect(problemsOf({}, { toString: 1 })).toHaveLength(1);
  });

  test('report every problem at once', () => {
    const declarations: Record<string, ParamDeclaration> = {
      a: { type: 'integer', required: true },
      b: { type: 'boolean' },
    };
    expect(problemsOf(declarations, { b: 'maybe', c: 1 })).toHaveLength(3);
  });
});
