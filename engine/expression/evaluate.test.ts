import fc from 'fast-check';
import { describe, expect, test as it } from 'vitest';
import type { Json } from '../json';
import { evaluate, MissingError, parseExpression, test } from './index';
import { completed, errorOf, failed, scopeOf } from './testing/scope';

const scope = scopeOf(
  {
    params: {
      n: 3,
      zero: 0,
      name: 'Ada',
      list: [1, 2, 3],
      flags: { on: true },
      nothing: null,
      key: 'on',
      half: 0.5,
      page: ' <!DOCTYPE html><title>Bad gateway</title>',
    },
    secrets: { token: 's3cret' },
    now: '2026-01-02T03:04:05.000Z',
    item: { id: 7 },
    index: 0,
  },
  {
    fetch: completed({
      status_code: 404,
      body: { items: [{ id: 'a' }, { id: 'b' }], 'content-type': 'text/html' },
    }),
    'my-step': completed({ n: 2, status: 'healthy' }),
    '1st': completed('whole'),
    broken: failed({ kind: 'timeout', message: 'took too long', code: 'E_SLOW' }),
    skipped: { status: 'skipped', output: undefined, error: undefined },
  },
);

const strict = (text: string): Json => evaluate(parseExpression(text), scope, { missing: 'error' });
const lenient = (text: string): Json => evaluate(parseExpression(text), scope, { missing: 'null' });

describe('in templates and conditions alike', () => {
  it.each<[string, Json]>([
    // references
    ['params.n', 3],
    ['params["name"]', 'Ada'],
    ['params.list[1]', 2],
    ['params.list.1', 2],
    ['params.list[params.n - 1]', 3],
    ['params.flags[params.key]', true],
    ['steps.fetch.output.status_code', 404],
    ['steps.fetch.outputs.status_code', 404],
    ['steps.fetch.output.body.items[1].id', 'b'],
    ['steps.fetch.output.body["content-type"]', 'text/html'],
    ['steps.my-step.output.n - 1', 1],
    ['steps.my-step.output.n-1', 1],
    ['steps["my-step"].output.n', 2],
    ['steps.1st.output', 'whole'],
    ['steps.my-step.status', 'completed'],
    ['steps.skipped.status', 'skipped'],
    ['steps.broken.error', 'took too long'],
    ['steps.broken.error.kind', 'timeout'],
    ['steps.broken.error.message', 'took too long'],
    ['steps.broken.error.code', 'E_SLOW'],
    ['steps.broken.error.contains("long")', true],
    ['item.id', 7],
    ['index', 0],
    ['now', '2026-01-02T03:04:05.000Z'],
    ['now()', '2026-01-02T03:04:05.000Z'],
    // equality
    ['404 == 404.0', true],
    ['steps.fetch.output.status_code == "404"', false],
    ['steps.fetch.output.status_code != "404"', true],
    ['1 == true', false],
    ['0 == false', false],
    ['"" == false', false],
    ['null == null', true],
    ['null == false', false],
    ['null == 0', false],
    ['[1, [2, {"a": 3}]] == [1, [2, {"a": 3.0}]]', true],
    ['[1, 2] == [2, 1]', false],
    ['[1] == [1, 2]', false],
    ['{"a": 1, "b": 2} == {"b": 2, "a": 1}', true],
    ['{"a": 1} == {"a": 1, "b": null}', false],
    ['{"a": null} == {"b": null}', false],
    ['[] == {}', false],
    // ordering
    ['1 < 2', true],
    ['2 <= 2', true],
    ['2 > 2', false],
    ['2 >= 2', true],
    ['"a" < "b"', true],
    ['now > "2026-01-01"', true],
    ['null < 1', false],
    ['null <= null', false],
    ['1 >= null', false],
    ['"a" > null', false],
    // logic
    ['true && false', false],
    ['true and true', true],
    ['false || true', true],
    ['false or false', false],
    ['!true', false],
    ['not false', true],
    ['null && true', false],
    ['null || true', true],
    ['!null', true],
    ['false && 1 / 0 == 1', false],
    ['true || 1 / 0 == 1', true],
    ['true ? 1 : 1 / 0', 1],
    ['null ? 1 : 2', 2],
    // in
    ['2 in [1, 2.0]', true],
    ['"2" in [1, 2]', false],
    ['null in [null]', true],
    ['{"a": 1} in [{"a": 1}]', true],
    ['"on" in params.flags', true],
    ['"off" in params.flags', false],
    ['1 in {"1": 2}', false],
    ['"da" in params.name', true],
    ['4 not in params.list', true],
    // arithmetic
    ['1 + 2 * 3 - 4 / 2', 5],
    ['7 % 3', 1],
    ['-7 % 3', -1],
    ['-params.n', -3],
    ['--1', 1],
    ['-params.zero', 0],
    ['0.5 + params.half', 1],
    ['"a" + "b"', 'ab'],
    ['[1] + [2]', [1, 2]],
    // literals
    ['[params.n, {"k": params.name}]', [3, { k: 'Ada' }]],
    // functions
    ['default(params.n, 1)', 3],
    ['default(params.absent, 1)', 1],
    ['default(params.nothing, 1)', 1],
    ['default(params.a.b.c[0].d, "x")', 'x'],
    ['default(steps.nowhere.output.x, 5)', 5],
    ['default(params.absent + 1, 0)', 0],
    ['default(params.nothing + 1, 0)', 0],
    ['default(steps.broken.output.x, steps.broken.error.kind)', 'timeout'],
    ['default("", "x")', ''],
    ['default(false, true)', false],
    ['default(0, 1)', 0],
    ['has(params.n)', true],
    ['has(params.absent)', false],
    ['has(params.nothing)', false],
    ['has(steps.skipped.output)', false],
    ['has(steps.broken.error)', true],
    ['has(steps.fetch.error)', false],
    ['size("a😀")', 2],
    ['"abc".size()', 3],
    ['length(params.list)', 3],
    ['size({"a": 1})', 1],
    ['lower("ÄB")', 'äb'],
    ['upper("ab")', 'AB'],
    ['" a ".trim()', 'a'],
    ['contains("abc", "b")', true],
    ['params.list.contains(2)', true],
    ['contains({"a": 1}, "a")', true],
    ['contains([null], null)', true],
    ['"abc".startsWith("ab")', true],
    ['endsWith("abc", "bc")', true],
    ['"abc123".matches("[0-9]+")', true],
    [String.raw`matches("abc", "^\\w{2}$")`, false],
    ['matches("a\\nb", "^a")', true],
    ['int("42")', 42],
    ['int(" -3.7 ")', -3],
    ['int(2.9)', 2],
    ['int(-0.5)', 0],
    ['int(true)', 1],
    ['double("1e3")', 1000],
    ['float(".5")', 0.5],
    ['string(1.0)', '1'],
    ['string("a")', 'a'],
    ['string([1, "a"])', '[1,"a"]'],
    ['string(null)', 'null'],
    ['bool("TRUE")', true],
    ['bool(0)', false],
    ['bool(null)', false],
    ['json("a")', '"a"'],
    ['json({"a": [1, null]})', '{"a":[1,null]}'],
    ['json(null)', 'null'],
    ['join([1, "a", null, [2]], "-")', '1-a-null-[2]'],
    ['[].join(",")', ''],
  ])('%s gives %j', (text, expected) => {
    expect(strict(text)).toEqual(expected);
    expect(lenient(text)).toEqual(expected);
  });

  it.each([
    ['1 < "2"', '< cannot order a number and text', 'double', '"2"'],
    ['true < false', 'cannot order', 'numbers with numbers', 'false'],
    ['[1] < [2]', 'cannot order', 'numbers with numbers', '[2]'],
    ['"a" + 1', '+ cannot add text and a number', 'string(…)', '1'],
    ['1 + "a"', '+ cannot add', 'string(…)', '"a"'],
    ['[1] + {"a": 1}', '+ cannot add', 'same kind', '{"a": 1}'],
    ['"a" - 1', '- needs two numbers', 'double', '"a"'],
    ['2 * "3"', '* needs two numbers', 'double', '"3"'],
    ['-"a"', '- needs a number', 'double', '"a"'],
    ['1 / params.zero', 'by zero', 'Check for zero first', 'params.zero'],
    ['1 % 0', 'by zero', 'Check for zero first', '0'],
    ['1e308 * 10', 'too large', undefined, '10'],
    ['1 && true', 'true or false is needed', 'Compare the value', '1'],
    ['true && "a"', 'true or false is needed', 'Compare the value', '"a"'],
    ['!params.name', 'params.name is text', 'params.name == "…"', 'params.name'],
    ['params.list ? 1 : 2', 'params.list is a list', 'params.list != null', 'params.list'],
    ['1 in 2', 'Cannot search in a number', 'a list', '2'],
    ['1 in "12"', 'Text contains only text', 'string(…)', '1'],
    ['params.list[true]', 'not true or false', 'a number or text', 'true'],
    ['size(1)', 'size takes text or a list or an object, not a number', 'string(…)', '1'],
    ['lower([1])', 'lower takes text, not a list', 'string(…)', '[1]'],
    ['join("a", ",")', 'join takes a list, not text', undefined, '"a"'],
    ['int("x")', 'not a number', '42', '"x"'],
    ['int("0x10")', 'not a number', '42', '"0x10"'],
    ['int("")', 'not a number', '42', '""'],
    ['double("1e999")', 'not a number', '42', '"1e999"'],
    ['bool("yes")', 'is not true or false', 'Compare', '"yes"'],
    ['bool([])', 'is not true or false', 'Compare', '[]'],
    ['matches("a", "(")', 'pattern is invalid', 'RE2', '"("'],
    ['matches("a", "(?=a)")', 'pattern is invalid', 'RE2', '"(?=a)"'],
    [`matches("a", "${'a'.repeat(1001)}")`, '1001 characters', 'RE2', `"${'a'.repeat(1001)}"`],
  ])('%s is refused', (text, message, hint, at) => {
    for (const run of [strict, lenient]) {
      const error = errorOf(() => run(text));
      expect(error.message).toContain(message);
      expect(text.slice(error.range.start, error.range.end)).toBe(at);
      if (hint !== undefined) expect(error.hint).toContain(hint);
    }
  });
});

describe('missing values in templates', () => {
  it.each([
    ['params.absent', 'params.absent is missing: params has no "absent"', 'default(params.absent, "…")'],
    ['params.nam', 'params.nam is missing', 'Did you mean params.name?'],
    [
      'steps.fetch.output.boddy',
      'steps.fetch.output.boddy is missing',
      'Did you mean steps.fetch.output.body?',
    ],
    [
      'steps.nowhere.output.a.b',
      'steps.nowhere.output.a.b is missing: step nowhere has not ended',
      'default(',
    ],
    ['steps.skipped.output.a', 'steps.skipped.output.a is missing: skipped is skipped', 'default('],
    ['steps.fetch.error', 'steps.fetch.error is missing: fetch is completed and has no error', 'default('],
    [
      'steps.broken.error.path',
      'steps.broken.error.path is missing: the error of broken has no path',
      'default(',
    ],
    ['params.nothing.x', 'params.nothing.x is missing: params.nothing is null', 'default('],
    ['params.n.x', 'params.n.x is missing: params.n is a number', 'default('],
    ['params.name.length', 'params.name.length is missing', 'size(params.name)'],
    ['params.page.items', 'params.page.items is missing: params.page is HTML, not JSON', 'default('],
    ['params.list[3]', 'params.list[3] is missing: params.list has 3 items', 'default('],
    ['params.list[-1]', 'is missing: params.list has 3 items', 'default('],
    ['params.list[0.5]', 'params.list[0.5] is missing', 'default('],
    ['params.list["x"]', 'params.list is a list of 3 items', 'default('],
    ['steps.fetch.output.body.items[9].id', 'steps.fetch.output.body.items[9].id is missing', 'default('],
    ['params.list[params.absent]', 'params.absent is missing', 'default('],
    ['healthy', 'healthy is missing: unknown name healthy', '"healthy"'],
    ['secrets.tokn', 'secrets.tokn is missing', 'default('],
    ['1 + params.nothing', 'params.nothing is null', 'default(params.nothing'],
    ['lower(params.nothing)', 'params.nothing is null', 'default(params.nothing'],
  ])('%s fails and names the whole path', (text, message, hint) => {
    const error = errorOf(() => strict(text));
    expect(error).toBeInstanceOf(MissingError);
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });

  it('points at the whole reference', () => {
    const text = '1 + steps.nowhere.output.a[0].b + 2';
    const { range } = errorOf(() => strict(text));
    expect(text.slice(range.start, range.end)).toBe('steps.nowhere.output.a[0].b');
  });

  it('does not let the second argument of default() be missing', () => {
    expect(errorOf(() => strict('default(params.absent, params.gone)')).message).toContain(
      'params.gone is missing',
    );
  });

  it('accepts null as a value', () => {
    expect(strict('params.nothing')).toBeNull();
    expect(strict('[params.nothing, params.nothing == null]')).toEqual([null, true]);
  });
});

describe('conditions', () => {
  const holds = (text: string) => test(parseExpression(text), scope);

  it.each([
    ['steps.my-step.output.status == "healthy"', true],
    ['{{ steps.my-step.output.status == "healthy" }}', true],
    ['steps.broken.status == "failed"', true],
    ['steps.broken.error != null', true],
    ['steps.fetch.error == null', true],
    ['params.absent == null', true],
    ['steps.nowhere.status == null', true],
    ['steps.nowhere.status == "failed"', false],
    ['params.absent', false],
    ['!params.absent', true],
    ['params.absent > 1', false],
    ['params.absent <= 1', false],
    ['params.a.b.c[params.d] == null', true],
    ['params.absent + 1 > 0', false],
    ['-params.absent < 0', false],
    ['size(params.absent) > 0', false],
    ['contains(params.absent, "x")', false],
    ['params.absent.startsWith("x")', false],
    ['"x" in params.absent', false],
    ['params.absent in ["x"]', false],
    ['params.absent in [null]', true],
    ['params.absent ? true : false', false],
    ['null', false],
    ['params.flags.on', true],
    ['nonsense', false],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  it('refuses a result that is neither true nor false, and shows it', () => {
    const error = errorOf(() => holds('steps.my-step.output.status'));
    expect(error.message).toContain('is text "healthy"');
    expect(error.hint).toBe('Compare the value: steps.my-step.output.status == "…".');
    expect(errorOf(() => holds('1')).message).toContain('is a number 1');
  });

  it('never shows a secret', () => {
    const { message, hint } = errorOf(() => holds('secrets.token'));
    expect(`${message} ${hint}`).not.toContain('s3cret');
  });
});

describe('large and odd data', () => {
  const deep = (levels: number): Json => {
    let value: Json = 1;
    for (let level = 0; level < levels; level += 1) value = [value];
    return value;
  };

  it('compares data nested 100,000 deep', () => {
    const nested = scopeOf({ a: deep(100_000), b: deep(100_000), c: deep(99_999) });
    expect(test(parseExpression('a == b && a != c'), nested)).toBe(true);
  });

  it('refuses to write data nested too deeply as text', () => {
    const nested = scopeOf({ a: deep(100_000) });
    expect(
      errorOf(() => evaluate(parseExpression('json(a)'), nested, { missing: 'error' })).message,
    ).toContain('nested too deeply');
  });

  it('refuses to make texts longer than a million characters', () => {
    const long = scopeOf({
      a: 'x'.repeat(600_000),
      list: Array.from({ length: 3 }, () => 'x'.repeat(600_000)),
    });
    for (const text of ['a + a', 'join(list, "")', 'json(list)']) {
      expect(errorOf(() => evaluate(parseExpression(text), long, { missing: 'error' })).message).toContain(
        'longer than',
      );
    }
  });

  it('evaluates a pattern that takes other engines exponential time', () => {
    const long = scopeOf({ a: `${'a'.repeat(50_000)}!` });
    expect(test(parseExpression('a.matches("(a+)+$")'), long)).toBe(false);
  });

  it('evaluates the longest chain that parses', () => {
    expect(strict(`1${'+1'.repeat(1000)}`)).toBe(1001);
    expect(strict(`${'('.repeat(60)}1${'+1'.repeat(900)}${')'.repeat(60)}`)).toBe(901);
  });
});

describe('invariants', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)) as Json);

  it('a value equals itself and its copy', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copies = scopeOf({ a: value, b: JSON.parse(JSON.stringify(value)) as Json });
        expect(test(parseExpression('a == b && !(a != b) && a in [b]'), copies)).toBe(true);
      }),
    );
  });

  it('a value written as a literal is that value', () => {
    fc.assert(
      fc.property(json, (value) => {
        fc.pre(!JSON.stringify(value).includes('"__proto__"'));
        expect(evaluate(parseExpression(JSON.stringify(value)), scopeOf({}), { missing: 'error' })).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('default(x, y) is x when has(x), else y', () => {
    fc.assert(
      fc.property(fc.option(json, { nil: undefined }), (x) => {
        const names = scopeOf(x === undefined ? { y: 1 } : { x, y: 1 });
        const chosen = evaluate(parseExpression('default(x, y)'), names, { missing: 'error' });
        expect(evaluate(parseExpression('has(x) ? x : y'), names, { missing: 'error' })).toEqual(chosen);
      }),
    );
  });
});
