import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../catalogue';
import { checkExpression, parseExpression, typeOf, typeText } from './index';
import { typesOf } from './testing/scope';

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const STATUS: JsonSchema = { type: 'string', enum: ['healthy', 'degraded', 'unhealthy'] };

const types = typesOf(
  {
    params: {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        name: { type: 'string' },
        region: { type: 'string', enum: ['eu', 'us'] },
        free: { type: 'string', enum: [] },
        on: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' } },
        any: {},
        maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        listed: { type: ['integer', 'null'] },
      },
    },
    secrets: { type: 'object', properties: { token: { type: 'string' } }, additionalProperties: false },
    now: { type: 'string' },
    item: {},
  },
  {
    fetch: closed({
      status_code: { type: 'integer' },
      response_body: {},
      headers: { type: 'object', additionalProperties: { type: 'string' } },
    }),
    'check-health': closed({
      status: STATUS,
      nodes: { type: 'array', items: closed({ id: { type: 'string' } }) },
    }),
    shape: { anyOf: [closed({ a: { type: 'string' } }), closed({ b: { type: 'number' } })] },
    open: { type: 'object', properties: { a: { type: 'string' } } },
    unknown: {},
  },
);

const check = (text: string, expectation?: JsonSchema) =>
  checkExpression(parseExpression(text), types, expectation);

describe('certain mistakes', () => {
  test.each<[string, string, string, string, string]>([
    ['steps.fetsh.output.x', 'unknown_step', 'fetsh', 'Step fetsh does not exist', 'Did you mean fetch?'],
    ['steps.zzzzzz.output.x', 'unknown_step', 'zzzzzz', 'does not exist', 'Steps: fetch, check-health'],
    ['parms.count', 'unknown_name', 'parms', 'Unknown name parms', 'Did you mean params?'],
    ['params.name == healthy', 'unknown_name', 'healthy', 'Unknown name healthy', 'write "healthy"'],
    ['fetch.status_code', 'unknown_name', 'fetch', 'Unknown name fetch', 'steps.fetch.output'],
    ['size', 'unknown_name', 'size', 'Unknown name size', 'Call the function: size(x)'],
    ['params.coutn', 'unknown_param', 'coutn', 'Unknown param coutn', 'Did you mean params.count?'],
    ['params.zzz', 'unknown_param', 'zzz', 'Unknown param', 'Add the param'],
    ['secrets.tokn', 'unknown_name', 'tokn', 'Unknown secret tokn', 'Did you mean secrets.token?'],
    [
      'steps.fetch.output.status_cod',
      'unknown_field',
      'status_cod',
      'has no status_cod',
      'Did you mean steps.fetch.output.status_code?',
    ],
    ['steps.fetch.output.body', 'unknown_field', 'body', 'has no body', 'steps.fetch.output.response_body'],
    [
      'steps.fetch.output.zzz',
      'unknown_field',
      'zzz',
      'has no zzz',
      'Fields: status_code, response_body, headers',
    ],
    [
      'steps.fetch.output.status_code.x',
      'unknown_field',
      'x',
      'is a number',
      'write steps.fetch.output.status_code without .x',
    ],
    ['steps.check-health.output.nodes.id', 'unknown_field', 'id', 'is a list', '[0]'],
    ['steps.check-health.output.nodes[0].di', 'unknown_field', 'di', 'has no di', 'Fields: id'],
    ['steps.shape.output.c', 'unknown_field', 'c', 'has no c', 'a, b'],
    [
      'steps.fetch.output.content-type',
      'unknown_name',
      'content-type',
      'subtraction',
      'steps.fetch.output["content-type"]',
    ],
    [
      'steps.fetch.output.status_code == "200"',
      'type_mismatch',
      'steps.fetch.output.status_code == "200"',
      'A number and text never compare equal',
      'Write 200 without quotes',
    ],
    [
      '"200" != steps.fetch.output.status_code',
      'type_mismatch',
      '"200" != steps.fetch.output.status_code',
      'never compare equal',
      'Write 200 without quotes',
    ],
    ['params.name == 5', 'type_mismatch', 'params.name == 5', 'Text and a number', 'Write "5" in quotes'],
    [
      'params.on == "true"',
      'type_mismatch',
      'params.on == "true"',
      'never compare equal',
      'Write true without quotes',
    ],
    ['params.count == params.name', 'type_mismatch', 'params.count == params.name', 'never', 'Convert'],
    ['params.count in ["1", 2]', 'type_mismatch', '"1"', 'never', 'Write 1 without'],
    [
      'steps.check-health.output.status == "helthy"',
      'impossible_comparison',
      'steps.check-health.output.status == "helthy"',
      'is never "helthy"',
      'Did you mean "healthy"?',
    ],
    [
      '"green" == steps.check-health.output.status',
      'impossible_comparison',
      '"green" == steps.check-health.output.status',
      'is never "green"',
      'Possible values: "healthy", "degraded", "unhealthy"',
    ],
    [
      'steps.check-health.output.status in ["healthy", "degrated"]',
      'impossible_comparison',
      '"degrated"',
      'never "degrated"',
      'Did you mean "degraded"?',
    ],
    [
      'steps.fetch.status == "success"',
      'impossible_comparison',
      'steps.fetch.status == "success"',
      'never "success"',
      '"completed"',
    ],
    [
      'steps.fetch.status == "faild"',
      'impossible_comparison',
      'steps.fetch.status == "faild"',
      'never',
      'Did you mean "failed"?',
    ],
    [
      'steps.fetch.error.kind == "time_out"',
      'impossible_comparison',
      'steps.fetch.error.kind == "time_out"',
      'never',
      'Did you mean "timeout"?',
    ],
    ['params.region == "asia"', 'impossible_comparison', 'params.region == "asia"', 'never', '"eu", "us"'],
    [
      'steps.fetch.output.status_code > "400"',
      'type_mismatch',
      'steps.fetch.output.status_code > "400"',
      '> cannot order',
      'Write 400 without quotes',
    ],
    ['params.on > 1', 'type_mismatch', 'params.on', '> needs a number or text', ''],
    [
      'params.count + params.name',
      'type_mismatch',
      'params.count + params.name',
      '+ cannot add',
      'string(…)',
    ],
    ['params.name * 2', 'type_mismatch', 'params.name', '* needs a number', 'double(params.name)'],
    ['-params.name', 'type_mismatch', 'params.name', '- needs a number', 'double'],
    ['params.name && true', 'type_mismatch', 'params.name', '&& needs true or false', 'params.name == "…"'],
    ['!params.count', 'type_mismatch', 'params.count', '! needs true or false', 'params.count != null'],
    ['params.count ? 1 : 2', 'type_mismatch', 'params.count', '? needs true or false', '!= null'],
    ['"x" in params.count', 'type_mismatch', 'params.count', 'in needs', ''],
    ['lower(params.count)', 'type_mismatch', 'params.count', 'lower needs text', 'string(params.count)'],
    ['params.name.matches("(")', 'invalid_expression', '"("', 'pattern is invalid', 'RE2'],
    ['default(params.coutn, 1)', 'unknown_param', 'coutn', 'Unknown param', 'params.count'],
  ])('%s: %s', (text, code, at, message, hint) => {
    const [problem, ...more] = check(text);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code });
    expect(problem?.message).toContain(message);
    expect(problem?.hint ?? '').toContain(hint);
    expect(problem && text.slice(problem.range.start, problem.range.end)).toBe(at);
  });

  test('are errors when they fail, and warnings when they are never true or guarded', () => {
    const severity = (text: string) => check(text).map((problem) => problem.severity);
    expect(severity('params.zzz')).toEqual(['error']);
    expect(severity('default(params.zzz, 1)')).toEqual(['warning']);
    expect(severity('has(steps.fetch.output.zzz)')).toEqual(['warning']);
    expect(severity('default(steps.zzzzzz.output, 1)')).toEqual(['error']);
    expect(severity('params.count == "1"')).toEqual(['warning']);
    expect(severity('params.count < "1"')).toEqual(['error']);
  });

  test('are all reported at once', () => {
    expect(
      check('params.zzz + steps.zzzzzz.output.n == steps.fetch.output.zzz').map(({ code }) => code),
    ).toEqual(['unknown_param', 'unknown_step', 'unknown_field']);
  });
});

describe('what is not certain', () => {
  test.each([
    'steps.fetch.output.status_code == 200',
    'steps.fetch.output.status_code == 200.0',
    'steps.fetch.output.status_code == null',
    'steps.fetch.output.response_body.a.b[0] == "x"',
    'steps.fetch.output.headers["content-type"] == "text/html"',
    'steps.open.output.zzz == 1',
    'steps.unknown.output.zzz.y[3] > 1',
    'steps.shape.output.a == "x"',
    'steps.check-health.output.status == "healthy"',
    'steps.check-health.output.status in ["healthy", "degraded"]',
    'steps.check-health.output.status == params.name',
    'steps.check-health.output.nodes[0].id == "a"',
    'steps.check-health.output.nodes[params.count].id == "a"',
    'steps.fetch.status == "failed" || steps.fetch.status == "skipped"',
    'steps.fetch.error != null && steps.fetch.error.contains("x")',
    'steps.fetch.error.kind in ["timeout", "connection_error"]',
    'params.any == 1 && params.any == "1"',
    'params.either == 1 || params.either == "1"',
    'params.either + 1 > 2',
    'params.maybe == "x"',
    'params.maybe + "x" == "y"',
    'params.listed > 2',
    'params.free == "anything"',
    'params.name + "x" == "yx"',
    'params.tags + ["a"]',
    'params.name in params.tags',
    '"a" in params.name',
    'params.count - 1 == 2',
    'params.count-item.x',
    'default(params.maybe, "x") == "x"',
    'default(params.count, "none") == "none"',
    '(params.on ? 1 : "a") == "a"',
    '1 == 1 && "a" == "b"',
    'item.anything.at.all > 3',
    'now > "2026-01-01"',
    'now() == now',
    'secrets.token == "x"',
    'string(params.count) == "3"',
    'int(params.name) == 3',
    '[1, "a"][0] == "a"',
    '{"a": 1}.a == 1',
    'has(params.name) && !has(params.any)',
    'params["name"] == "x"',
    'params[params.name] == 1',
  ])('is not reported: %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  test('a params schema that allows undeclared params is open', () => {
    const open = typesOf({ params: { type: 'object', properties: {}, additionalProperties: true } });
    expect(checkExpression(parseExpression('params.x'), open)).toEqual([]);
    expect(checkExpression(parseExpression('params.x'), typesOf({ params: {} }))).toEqual([]);
  });
});

describe('the result', () => {
  const condition: JsonSchema = { type: 'boolean' };

  test.each<[string, JsonSchema, string]>([
    ['params.name', condition, 'params.name == "…"'],
    ['params.count', condition, 'params.count != null'],
    ['steps.check-health.output.status', condition, '== "…"'],
    ['"a" + params.name', condition, 'Compare the value'],
    ['params.name', { type: 'integer' }, 'int(params.name)'],
    ['params.tags', { type: 'number' }, ''],
    ['params.count', { type: 'array' }, ''],
    ['params.name', { anyOf: [{ type: 'object' }, { type: 'null' }] }, ''],
  ])('%s does not fit %j', (text, expectation, hint) => {
    const problems = check(text, expectation);
    expect(problems).toMatchObject([{ code: 'type_mismatch', severity: 'error' }]);
    expect(problems[0]?.hint ?? '').toContain(hint);
  });

  test.each<[string, JsonSchema]>([
    ['params.name == "x"', condition],
    ['params.on', condition],
    ['params.any', condition],
    ['params.absentt == 1 || true', { type: 'boolean' }],
    ['null', condition],
    ['item', condition],
    ['params.count', { type: 'string' }],
    ['params.tags', { type: 'string' }],
    ['params.count', { type: 'number' }],
    ['params.either', { type: 'integer' }],
    ['params.listed', { type: 'integer' }],
    ['params.name', {}],
    ['params.on ? params.name : params.count', { type: 'integer' }],
  ])('%s may fit %j', (text, expectation) => {
    expect(check(text, expectation).filter(({ code }) => code === 'type_mismatch')).toEqual([]);
  });
});

describe('types', () => {
  test.each([
    ['params.count', 'integer'],
    ['params.region', '"eu" | "us"'],
    ['params.tags', 'list of string'],
    ['params.tags[0]', 'string'],
    ['params.maybe', 'string | null'],
    ['default(params.maybe, 1)', 'string | 1'],
    ['steps.fetch.status', '"completed" | "failed" | "skipped" | "cancelled"'],
    ['steps.fetch.output.headers.x', 'string'],
    ['params.count + 1', 'number'],
    ['size(params.tags)', 'integer'],
    ['1 < 2', 'boolean'],
    ['params.any', 'any'],
  ])('%s is %s', (text, expected) => {
    expect(typeText(typeOf(parseExpression(text), types))).toBe(expected);
  });
});
