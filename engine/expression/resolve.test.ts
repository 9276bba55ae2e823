import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../json';
import { ResolveError, resolveValue } from './index';
import { completed, errorOf, scopeOf } from './testing/scope';

const scope = scopeOf(
  {
    params: { n: 3, name: 'Ada', list: [1, 'a'], map: { k: null }, nothing: null, evil: '{{secrets.token}}' },
  },
  { 'my-step': completed({ n: 2.5, flag: true }) },
);

describe('resolving a value', () => {
  test.each<[Json, Json]>([
    [1, 1],
    [null, null],
    [true, true],
    ['plain', 'plain'],
    ['params.n', 'params.n'],
    ['{{params.n}}', 3],
    [' {{ params.n }}\n', 3],
    ['{{params.list}}', [1, 'a']],
    ['{{params.nothing}}', null],
    ['{{steps.my-step.output.n - 1}}', 1.5],
    ['{{steps.my-step.output.flag}}', true],
    ['n={{params.n}}', 'n=3'],
    ['{{params.n}}{{params.n}}', '33'],
    ['Hello {{params.name}}!', 'Hello Ada!'],
    ['{{params.list}} {{params.map}}', '[1,"a"] {"k":null}'],
    ['[{{params.nothing}}]', '[null]'],
    ['[{{default(params.nothing, "")}}]', '[]'],
    ['[{{default(params.absent, "")}}]', '[]'],
    ['{{ "{{" }}', '{{'],
    ['a {{ "{{" }} b {{ "}}" }}', 'a {{ b }}'],
    ['{"n": {{params.n}}}', '{"n": 3}'],
    [
      { a: ['{{params.n}}', { b: 'x{{params.n}}' }], '{{params.n}}': 1 },
      { a: [3, { b: 'x3' }], '{{params.n}}': 1 },
    ],
    ['{{params.evil}}', '{{secrets.token}}'],
    ['-{{params.evil}}-', '-{{secrets.token}}-'],
  ])('%j becomes %j', (value, expected) => {
    expect(resolveValue(value, scope)).toEqual(expected);
  });

  test('reports the path in the value and the range in the text of a failure', () => {
    const error = errorOf(() => resolveValue({ a: [{ b: 'x {{ params.absent }}' }] }, scope));
    expect(error).toBeInstanceOf(ResolveError);
    expect(error).toMatchObject({ path: ['a', 0, 'b'], range: { start: 5, end: 18 } });
    expect(error.message).toContain('params.absent is missing');
    expect(error.hint).toContain('default(params.absent');
  });

  test('fails for templates that do not parse', () => {
    expect(errorOf(() => resolveValue(['ok', '{{ 1 + '], scope))).toMatchObject({
      path: [1],
      range: { start: 0, end: 2 },
    });
  });

  test('keeps a key called __proto__ as an own key and changes no prototype', () => {
    const value = JSON.parse('{"__proto__": {"polluted": "{{params.n}}"}}') as Json;
    const resolved = resolveValue(value, scope);
    expect(JSON.stringify(resolved)).toBe('{"__proto__":{"polluted":3}}');
    expect(Object.getPrototypeOf(resolved)).toBe(Object.prototype);
  });

  test('refuses values that are nested too deeply and texts of more than a million characters', () => {
    let nested: Json = '{{params.n}}';
    for (let level = 0; level < 600; level += 1) nested = [nested];
    expect(errorOf(() => resolveValue(nested, scope)).message).toContain('nested too deeply');
    const long = scopeOf({ a: 'x'.repeat(600_000) });
    expect(errorOf(() => resolveValue('{{a}} {{a}}', long)).message).toContain('longer than');
  });

  test('returns a large value unchanged when it is the whole template', () => {
    const large = Array.from({ length: 1000 }, (_, index) => ({ index, text: 'x'.repeat(2000) }));
    expect(resolveValue('{{a}}', scopeOf({ a: large }))).toBe(large);
  });

  test('is refused when the written value is nested more than 200 levels deep', () => {
    const nested = (levels: number) => {
      let value: Json = ['{{params.n}}'];
      for (let level = 1; level < levels; level += 1) value = [value];
      return value;
    };
    expect(JSON.stringify(resolveValue(nested(200), scope))).toContain('[3]');
    for (const levels of [201, 100_000]) {
      const error = errorOf(() => resolveValue(nested(levels), scope));
      expect(error.message).toContain('nested too deeply, more than 200 levels');
    }
  });
});

describe('data is never source', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '{{',
        '}}',
        'secrets.token',
        'params.s',
        '"',
        "'",
        '\\',
        '$&',
        '$1',
        '{',
        'now',
        ' ',
        '\u0000',
      ),
    )
    .map((parts) => parts.join(''));
  const text = fc.oneof(fc.string({ unit: 'binary' }), hostile);

  test('any resolved text stays unchanged, as a whole, within text, deep in a value and in an object', () => {
    fc.assert(
      fc.property(text, (s) => {
        const names = scopeOf({ params: { s, o: { [`k${s}`]: s } }, secrets: { token: 'LEAK' } });
        expect(resolveValue('{{params.s}}', names)).toBe(s);
        expect(resolveValue('<{{params.s}}>', names)).toBe(`<${s}>`);
        expect(resolveValue('{{params.s}}{{params.s}}', names)).toBe(s + s);
        expect(resolveValue({ a: ['{{params.s}}'] }, names)).toEqual({ a: [s] });
        expect(resolveValue('o={{params.o}}', names)).toBe(`o=${JSON.stringify({ [`k${s}`]: s })}`);
      }),
      { numRuns: 10_000 },
    );
  });
});
