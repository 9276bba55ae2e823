import { describe, expect, it } from 'vitest';
import type { ControlContext } from '../../action';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { validate } from '../../pipeline/validate';
import { decide } from '../../testing/fakes';
import { catalogue } from '..';
import { transform } from './transform';

const people: Json[] = [
  { name: 'Ada', age: 36, tags: ['x'] },
  { name: 'Bob', age: 20, tags: [] },
];

function result(written: Record<string, unknown>, overrides: Partial<Omit<ControlContext, 'log'>> = {}) {
  const decision = decide(transform, written, overrides);
  if (decision.do !== 'complete' || !isJsonObject(decision.output)) throw new Error('It did not complete.');
  return decision.output.result;
}

const on = (operation: string, input: Json, more: Record<string, unknown> = {}) =>
  result({ operation, input, ...more });

/** Renders by showing what a template could read. */
const render = (value: Json, names?: Readonly<Record<string, Json>>): Json => ({ template: value, ...names });

describe('transform', () => {
  it('uses the output of the only dependency without an input', () => {
    const overrides = {
      dependencies: ['a'],
      outcome: () => ({ status: 'completed' as const, output: { x: 1 }, error: undefined }),
    };
    expect(result({ operation: 'passthrough' }, overrides)).toEqual({ x: 1 });
  });

  it('fails with a hint when there is no dependency, several, or one without output', () => {
    const at = (dependencies: string[]) => () => decide(transform, { operation: 'count' }, { dependencies });
    expect(at([])).toThrow(/no upstream step. Set input/);
    expect(at(['a', 'b'])).toThrow(/several upstream steps \(a, b\). Set input/);
    expect(at(['a'])).toThrow(/output of a, which has no output/);
  });

  it('accepts null as an input', () => {
    expect(result({ operation: 'passthrough', input: null }, { dependencies: ['a', 'b'] })).toBeNull();
  });

  it('counts the items of a list only', () => {
    expect(decide(transform, { operation: 'passthrough', input: [1, 2] })).toMatchObject({
      output: { result: [1, 2], count: 2 },
    });
    expect(decide(transform, { operation: 'passthrough', input: 'ab' })).toEqual({
      do: 'complete',
      output: { result: 'ab' },
    });
  });

  it('refuses unknown operations', () => {
    expect(transform.params.safeParse({ operation: 'explode' }).success).toBe(false);
    expect(transform.params.safeParse({}).success).toBe(false);
  });
});

describe('transform.field', () => {
  it('is a dotted path, by position in a list, or that field of each item', () => {
    expect(on('passthrough', { a: { b: 1 } }, { field: 'a.b' })).toBe(1);
    expect(on('passthrough', people, { field: 'name' })).toEqual(['Ada', 'Bob']);
    expect(on('passthrough', people, { field: '0.name' })).toBe('Ada');
    expect(on('passthrough', { rows: people }, { field: 'rows.name' })).toEqual(['Ada', 'Bob']);
    expect(on('passthrough', people, { field: ['name'] })).toEqual(['Ada', 'Bob']);
  });

  it('is null for items without the field', () => {
    expect(on('passthrough', [{ a: 1 }, { b: 2 }, 3], { field: 'a' })).toEqual([1, null, null]);
  });

  it('is an error that lists the fields of the input when the field is missing', () => {
    expect(() => on('count', { a: 1, b: 2 }, { field: 'c' })).toThrow('no field c. Fields: a, b.');
    expect(() => on('count', 'text', { field: 'c' })).toThrow('The input is text.');
    expect(() => on('count', {}, { field: 'constructor' })).toThrow('no field constructor');
  });

  it('is a single path except for pick', () => {
    expect(() => on('map', people, { field: ['a', 'b'] })).toThrow(/supports one field/);
  });
});

describe('transform operations on lists', () => {
  it('map takes a field of each item', () => {
    expect(on('map', people, { field: 'age' })).toEqual([36, 20]);
  });

  it('map renders a template for each item', () => {
    const written = { operation: 'map', input: ['a', 'b'], template: '{{item}}' };
    expect(result(written, { render })).toEqual([
      { template: '{{item}}', input: ['a', 'b'], item: 'a', index: 0 },
      { template: '{{item}}', input: ['a', 'b'], item: 'b', index: 1 },
    ]);
  });

  it('map renders for the field of each item when given both', () => {
    const written = { operation: 'map', input: people, field: 'name', template: 't' };
    expect(result(written, { render })).toMatchObject([{ item: 'Ada' }, { item: 'Bob' }]);
  });

  it('map requires a list, and a field or template', () => {
    expect(() => on('map', people)).toThrow(/needs a field .* or a template/);
    expect(() => on('map', 3, { template: 't' })).toThrow('map needs a list, but the input is a number.');
  });

  it('filter keeps items whose field is present and not empty', () => {
    const items: Json = [{ ok: true }, { ok: false }, { ok: 0 }, { ok: '' }, { ok: null }, {}, { ok: 'no' }];
    expect(on('filter', items, { field: 'ok' })).toEqual([{ ok: true }, { ok: 'no' }]);
  });

  it('filter keeps items for which the condition is true', () => {
    const test = (_: string, names?: Readonly<Record<string, Json>>) => names?.item !== 2;
    const written = { operation: 'filter', input: [1, 2, 3], condition: 'item != 2' };
    expect(result(written, { test })).toEqual([1, 3]);
  });

  it('filter requires a condition or a field of items', () => {
    expect(() => on('filter', [1])).toThrow(/needs a condition/);
    expect(() => on('filter', { rows: [] }, { field: 'rows' })).toThrow(/needs a condition/);
  });

  it('filter finds its list inside an object', () => {
    const written = { operation: 'filter', input: { rows: [1, 2] }, field: 'rows', condition: 'c' };
    expect(result(written, { test: (_, names) => names?.index === 1 })).toEqual([2]);
  });

  it('reduce adds numbers from initial', () => {
    expect(on('reduce', [1, 2, 3])).toBe(6);
    expect(on('reduce', people, { field: 'age', initial: 100 })).toBe(156);
    expect(on('reduce', [])).toBe(0);
  });

  it('reduce refuses an item that is not a number, and names it', () => {
    expect(() => on('reduce', [1, 'x'])).toThrow(/item 1 is text/);
    expect(() => on('reduce', [1], { initial: 'x' })).toThrow(/initial is text/);
  });

  it('flatten opens one level', () => {
    expect(on('flatten', [1, [2, [3]], []])).toEqual([1, 2, [3]]);
  });

  it('unique keeps the first of equal values, whatever the order of keys', () => {
    expect(on('unique', [1, '1', 1, { a: 1, b: 2 }, { b: 2, a: 1 }, null, null])).toEqual([
      1,
      '1',
      { a: 1, b: 2 },
      null,
    ]);
    const rows: Json = [
      { k: 1, v: 'a' },
      { k: 1, v: 'b' },
    ];
    expect(on('unique', rows, { field: 'k' })).toEqual([{ k: 1, v: 'a' }]);
  });

  it('sort puts numbers by value, text by character, kinds apart', () => {
    expect(on('sort', [10, 9, 1])).toEqual([1, 9, 10]);
    expect(on('sort', ['b', 'a', 'C'])).toEqual(['C', 'a', 'b']);
    expect(on('sort', [{}, [], 'a', 2, true, null])).toEqual([null, true, 2, 'a', [], {}]);
    expect(on('sort', people, { field: 'age' })).toMatchObject([{ name: 'Bob' }, { name: 'Ada' }]);
  });

  it('sort and reverse do not change the input', () => {
    const input: Json = [3, 1];
    on('sort', input);
    on('reverse', input);
    expect(input).toEqual([3, 1]);
  });

  it('reverse reverses lists and text', () => {
    expect(on('reverse', [1, 2])).toEqual([2, 1]);
    expect(on('reverse', 'añ👍🏽')).toBe('👍🏽ña');
    expect(() => on('reverse', { a: 1 })).toThrow(/needs a list/);
  });
});

describe('transform operations on text', () => {
  it('normalize scales numbers to 0..1', () => {
    expect(on('normalize', [2, 4, 3])).toEqual([0, 1, 0.5]);
    expect(on('normalize', [5, 5])).toEqual([0, 0]);
    expect(on('normalize', [7])).toEqual([0]);
    expect(on('normalize', [])).toEqual([]);
    expect(on('normalize', [-1.7e308, 0, 1.7e308])).toEqual([0, 0.5, 1]);
    expect(on('normalize', people, { field: 'age' })).toEqual([1, 0]);
  });

  it('normalize makes text comparable', () => {
    expect(on('normalize', '  Cafe\u0301 \n OLÉ ')).toBe('caf\u00e9 olé');
    expect(on('normalize', [' A ', 'B'])).toEqual(['a', 'b']);
  });

  it('normalize refuses a list with other values than numbers', () => {
    expect(() => on('normalize', [1, null])).toThrow(/item 1 is null/);
    expect(() => on('normalize', true)).toThrow(/needs text/);
  });

  it('uppercase and lowercase change text in lists and values, not keys', () => {
    expect(on('uppercase', 'straße')).toBe('STRASSE');
    expect(on('uppercase', { a: 'b', c: ['d', 1, null] })).toEqual({ a: 'B', c: ['D', 1, null] });
    expect(on('lowercase', ['A', 'B'])).toEqual(['a', 'b']);
    expect(on('uppercase', people, { field: 'name' })).toEqual(['ADA', 'BOB']);
    expect(() => on('uppercase', 3)).toThrow(/needs text.*a number/);
  });

  it('template renders once, with the input', () => {
    const written = { operation: 'template', input: { a: 1 }, template: 't' };
    expect(result(written, { render })).toEqual({ template: 't', input: { a: 1 } });
    expect(() => on('template', 1)).toThrow(/needs the parameter template/);
  });

  it('json_parse reads text, or each text of a list', () => {
    expect(on('json_parse', '{"a":[1]}')).toEqual({ a: [1] });
    expect(on('json_parse', ['1', 'null'])).toEqual([1, null]);
    expect(() => on('json_parse', '{')).toThrow(/not JSON/);
    expect(() => on('json_parse', 3)).toThrow(/needs text/);
  });

  it('json_stringify writes text', () => {
    expect(on('json_stringify', { a: [1, 'x'] })).toBe('{"a":[1,"x"]}');
  });
});

describe('transform operations on objects', () => {
  it('pick keeps some fields, of one object or of each', () => {
    expect(on('pick', { a: 1, b: 2, c: 3 }, { field: 'a, c' })).toEqual({ a: 1, c: 3 });
    expect(on('pick', people, { field: ['name', 'none'] })).toEqual([{ name: 'Ada' }, { name: 'Bob' }]);
    expect(on('pick', { a: { b: 1 } }, { field: 'a.b' })).toEqual({ 'a.b': 1 });
    expect(() => on('pick', { a: 1 })).toThrow(/needs the fields/);
    expect(() => on('pick', 3, { field: 'a' })).toThrow(/needs objects/);
  });

  it('keys and values list an object', () => {
    expect(on('keys', { b: 1, a: 2 })).toEqual(['b', 'a']);
    expect(on('values', { b: 1, a: 2 })).toEqual([1, 2]);
    expect(() => on('keys', [1])).toThrow('keys needs an object, but the input is a list.');
  });

  it('count counts items, fields and characters', () => {
    expect(on('count', [1, 2])).toBe(2);
    expect(on('count', { a: 1 })).toBe(1);
    expect(on('count', '👍a')).toBe(2);
    expect(() => on('count', null)).toThrow(/needs a list/);
  });

  it('keeps a key called __proto__ as data', () => {
    const output: Json = JSON.parse('{"__proto__":"A"}');
    const overrides = {
      dependencies: ['a'],
      outcome: () => ({ status: 'completed' as const, output, error: undefined }),
    };
    expect(JSON.stringify(result({ operation: 'lowercase' }, overrides))).toBe('{"__proto__":"a"}');
    const picked = result({ operation: 'pick', field: '__proto__' }, overrides);
    expect(JSON.stringify(picked)).toBe('{"__proto__":"A"}');
  });
});

describe('transform.function', () => {
  const asked = (written: Record<string, unknown>) => decide(transform, written);
  const given = (written: Record<string, unknown>, computed: Json) => result(written, { computed });

  it('requests a computation from the sandbox, then returns its result', () => {
    const written = { operation: 'map', input: [1, 2], function: '(x) => x * 2' };
    expect(asked(written)).toEqual({
      do: 'compute',
      program: { source: '(x) => x * 2', mode: 'map', input: [1, 2] },
    });
    expect(decide(transform, written, { computed: [2, 4] })).toEqual({
      do: 'complete',
      output: { result: [2, 4], count: 2 },
    });
  });

  it('accepts null as a result', () => {
    expect(given({ operation: 'reduce', input: [1], function: 'f' }, null)).toBeNull();
  });

  it('reduces from any initial value', () => {
    const written = { operation: 'reduce', input: ['a'], function: 'f', initial: { n: 0 } };
    expect(asked(written)).toMatchObject({ program: { mode: 'reduce', input: ['a'], initial: { n: 0 } } });
    expect(asked({ operation: 'reduce', input: [], function: 'f' })).not.toHaveProperty('program.initial');
  });

  it('works on the field of each item, or on the list that the field is', () => {
    const of = (input: Json, field: string) => asked({ operation: 'map', input, field, function: 'f' });
    expect(of(people, 'age')).toMatchObject({ program: { input: [36, 20] } });
    expect(of({ rows: [1, 2] }, 'rows')).toMatchObject({ program: { input: [1, 2] } });
  });

  it('filters items by its result for each item, or for the field of each', () => {
    const items = { operation: 'filter', input: [1, 2], function: 'f' };
    expect(asked(items)).toMatchObject({ program: { mode: 'filter', input: [1, 2] } });
    expect(given(items, [2])).toEqual([2]);
    const byField = { operation: 'filter', input: people, field: 'age', function: 'f' };
    expect(asked(byField)).toMatchObject({ program: { input: [36, 20] } });
    expect(given(byField, [null, 'yes'])).toEqual([people[1]]);
  });

  it('requires a list', () => {
    expect(() => asked({ operation: 'map', input: 'text', function: 'f' })).toThrow(
      'map needs a list, but the input is text.',
    );
  });

  it('is refused for operations without a function, and together with a field or template', () => {
    const beside = (more: object) => () => asked({ input: [1], function: 'f', ...more });
    expect(beside({ operation: 'uppercase' })).toThrow(
      'uppercase does not support function. Operations that do: map, filter, reduce.',
    );
    expect(beside({ operation: 'map', template: 't' })).toThrow(
      'function and template are both set. Remove one of them.',
    );
    expect(beside({ operation: 'filter', condition: 'c' })).toThrow('function and condition are both set');
  });

  it('may contain two braces, but no template and no secret, and neither may its input', () => {
    const problems = (params: JsonObject) =>
      validate({ name: 'T', steps: [{ id: 't', action: 'transform', params }] }, catalogue.descriptors);
    const withFunction = (source: string) =>
      problems({ operation: 'map', input: [1], function: source }).map(({ code, message }) => [
        code,
        message,
      ]);
    expect(withFunction('(x) => {{ return { a: { b: x }}; }}')).toEqual([]);
    expect(withFunction('(x) => x > {{params.limit}}')).toEqual([
      ['invalid_parameter', 'Templates are not resolved in functions.'],
    ]);
    expect(withFunction('(x) => "{{secrets.key}}"')).toMatchObject([['secret_exposed', expect.anything()]]);
    const secret = problems({ operation: 'map', input: ['{{secrets.key}}'], function: 'f' });
    expect(secret).toMatchObject([{ code: 'secret_exposed', path: 'params.input.0' }]);
  });
});
