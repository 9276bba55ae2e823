import { describe, expect, test } from 'vitest';
import type { Json } from '../json';
import { HOSTILE_EXPRESSIONS } from '../testing/hostile-expressions';
import { checkExpression, evaluate, parseExpression, references, resolveValue, substitute } from './index';
import { completed, scopeOf, typesOf } from './testing/scope';
import { ExpressionError } from './types';

const NAMES: Record<string, Json> = {
  params: { n: 1, list: [1, 2], text: 'abc', key: '__proto__' },
  now: '2026-01-01T00:00:00.000Z',
  secrets: {},
};
const scope = scopeOf(NAMES, { fetch: completed({ a: 1 }) });
const types = typesOf({ params: { type: 'object', properties: {} } }, { fetch: { type: 'object' } });

/** The value, or the error's text. Errors other than ExpressionError are thrown. */
function outcome(work: () => unknown): { value?: unknown; refused?: string } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof ExpressionError) return { refused: `${error.message} ${error.hint ?? ''}` };
    throw error;
  }
}

describe('a hostile expression', () => {
  test('is one of a large corpus', () => {
    expect(new Set(HOSTILE_EXPRESSIONS).size).toBeGreaterThanOrEqual(150);
  });

  test.each(HOSTILE_EXPRESSIONS)('returns data or is refused: %s', (text) => {
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
