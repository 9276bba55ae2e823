import { describe, expect, test } from 'vitest';
import { parseExpression, substitute } from './index';
import { completed, failed, scopeOf } from './testing/scope';

const scope = scopeOf(
  {
    params: {
      n: 3,
      name: 'say "hi"',
      long: 'x'.repeat(100),
      emoji: `${'x'.repeat(56)}😀😀😀`,
      list: [1, 2],
      i: 1,
      nil: null,
    },
    secrets: { token: 's3cret' },
  },
  { check: completed({ status: 'degraded' }), 'my-step': failed({ kind: 'timeout', message: 'slow' }) },
);

const shown = (text: string) => substitute(parseExpression(text), scope);

describe('a condition with its values', () => {
  test.each([
    ['steps.check.output.status == "healthy"', '"degraded" == "healthy"'],
    ['{{ steps.check.output.status == "healthy" }}', '"degraded" == "healthy"'],
    ['params.n > 5 && !(params.n in params.list)', '3 > 5 && !(3 in [1,2])'],
    ["params.name == 'x'", String.raw`"say \"hi\"" == 'x'`],
    ['params.absent.x == 1', 'missing == 1'],
    ['default(params.absent, 2) > params.n', 'default(missing, 2) > 3'],
    ['steps.nowhere.output.x', 'missing'],
    ['params.nil == null', 'null == null'],
    ['params.list[params.i] == 2', '2 == 2'],
    ['params.list[params.zz] == 2', 'missing == 2'],
    ['steps.my-step.error.contains("x")', '"slow".contains("x")'],
    ['steps.my-step.status == "failed"', '"failed" == "failed"'],
    ['secrets.token == "x"', 'secrets.token == "x"'],
    ['params.list[secrets.token]', 'params.list[secrets.token]'],
    ['1 / 0 == params.n', '1 / 0 == 3'],
  ])('%s is shown as %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('shortens long values, never inside a character', () => {
    expect(shown('params.long')).toBe(`"${'x'.repeat(57)}…"`);
    expect(shown('params.emoji')).toBe(`"${'x'.repeat(56)}…"`);
  });
});
