import { describe, expect, test } from 'vitest';
import type { Json } from '../json';
import { checkExpression, evaluate, parseExpression, references, resolveValue, substitute } from './index';
import { completed, scopeOf, typesOf } from './test-scope';
import { ExpressionError } from './types';

/** Attempts to leave the language, many of them from published escapes of other expression engines. */
const CORPUS = [
  'process',
  'process.env',
  'process.mainModule.require("child_process").execSync("id")',
  'global',
  'globalThis',
  'globalThis.process.exit(1)',
  'window.location',
  'document.cookie',
  'self',
  'this',
  'this.constructor',
  'require("fs")',
  'import("fs")',
  'eval("1")',
  'Function("return process")()',
  'constructor',
  'constructor.constructor',
  'constructor.constructor("return process")()',
  '"".constructor',
  '"".constructor.constructor("return this")()',
  '[].constructor',
  '[]["constructor"]["constructor"]',
  '{}.constructor',
  '({}).constructor.prototype',
  '(1).constructor',
  'true.constructor',
  'now.constructor',
  '__proto__',
  '__proto__.polluted',
  'params.__proto__',
  'params["__proto__"]',
  'params["__pro" + "to__"]',
  'params.__proto__.polluted',
  'params.constructor',
  'params.constructor.prototype',
  'params["constructor"]["prototype"]',
  'params.toString',
  'params.toString()',
  'params.valueOf',
  'params.hasOwnProperty("a")',
  'params.__defineGetter__("a", 1)',
  'params.__lookupGetter__("a")',
  'params.list.push(1)',
  'params.list.length',
  'params.list.map',
  'params.list["filter"]',
  'params.list.constructor',
  'params.list[params.key]',
  'params[params.key]',
  'params[["__proto__"]]',
  'params[{"toString": 1}]',
  'params.text.constructor',
  'params.text.replace("a", "b")',
  'params.text["at"]',
  'steps.__proto__.output',
  'steps.constructor.output',
  'steps["__proto__"].status',
  'steps.toString.output',
  'steps.fetch.output.__proto__',
  'steps.fetch.output.constructor.name',
  'steps.fetch.__proto__',
  'steps.fetch.error.stack',
  'steps.fetch.constructor',
  'size.constructor',
  'size.call(null, "a")',
  'default.constructor',
  'size.constructor("return 1")',
  'json(params.__proto__)',
  'has(params.__proto__)',
  'has(params.constructor)',
  'default(params.constructor, "none")',
  '"constructor" in params',
  '"__proto__" in params',
  'contains(params, "toString")',
  '{"__proto__": {"polluted": true}}',
  '{"constructor": {"prototype": 1}}.constructor',
  '{"a": 1}["__proto__"]',
  'params = 1',
  'params.a = 1',
  'params.n++',
  'delete params.a',
  'new Date()',
  'x => x',
  '(() => 1)()',
  'function () { return 1 }',
  'params; process',
  'params, process',
  '`$\u007bprocess}`',
  'params?.constructor',
  'params.list[...params.list]',
  '[...params.list]',
  '/a/.test("a")',
  'with (params) { n }',
  'while (true) {}',
  'for (;;) {}',
  'async () => 1',
  'await 1',
  'yield 1',
  'typeof params',
  'void 0',
  'params instanceof Object',
  'Object.keys(params)',
  'Reflect.get(params, "a")',
  'Symbol.iterator',
  'JSON.parse("{}")',
  'Math.random()',
  'arguments.callee',
  'undefined',
  'NaN',
  'Infinity',
  '\\u0070rocess',
  'pro\u200bcess',
  '#private',
  '@decorator',
  '<!-- 1',
  '{{ process }}',
  '{{ {{ process }} }}',
  '#{process}',
  '<%= process %>',
  '$where',
  "' or 1=1 --",
];

const NAMES: Record<string, Json> = {
  params: { n: 1, list: [1, 2], text: 'abc', key: '__proto__' },
  now: '2026-01-01T00:00:00.000Z',
  secrets: {},
};
const scope = scopeOf(NAMES, { fetch: completed({ a: 1 }) });
const types = typesOf({ params: { type: 'object', properties: {} } }, { fetch: { type: 'object' } });

/** The answer, or the error's text. Anything but an ExpressionError is thrown on. */
function outcome(work: () => unknown): { value?: unknown; refused?: string } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof ExpressionError) return { refused: `${error.message} ${error.hint ?? ''}` };
    throw error;
  }
}

describe('a hostile expression', () => {
  test('is one of many', () => {
    expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(100);
  });

  test.each(CORPUS)('gives data or is refused: %s', (text) => {
    const before = JSON.stringify(NAMES);
    for (const missing of ['error', 'null'] as const) {
      const { value, refused } = outcome(() => evaluate(parseExpression(text), scope, { missing }));
      if (refused === undefined) expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      else expect(refused).not.toMatch(/native code|\[object|hasOwnProperty\?|isPrototypeOf/);
    }
    outcome(() => substitute(parseExpression(text), scope));
    outcome(() => references(parseExpression(text)));
    outcome(() => checkExpression(parseExpression(text), types));
    outcome(() => resolveValue(`{{ ${text} }}`, scope));
    expect(JSON.stringify(NAMES)).toBe(before);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each(['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'length', 'prototype'])(
    'never reads an inherited %s',
    (name) => {
      for (const object of [
        'params',
        'params.list',
        'params.text',
        'params.n',
        'steps.fetch.output',
        '[]',
        '{}',
        '"a"',
      ]) {
        const expression = parseExpression(`${object}["${name}"] == null`);
        expect(evaluate(expression, scope, { missing: 'null' })).toBe(true);
      }
    },
  );
});
