import { describe, expect, it } from 'vitest';
import { controlContext, decideIn } from '../../testing/fakes';
import { log } from './log';

describe('log', () => {
  it('writes at level info by default', () => {
    const ctx = controlContext();
    expect(decideIn(log, { message: 'Hello' }, ctx)).toEqual({
      do: 'complete',
      output: { message: 'Hello', level: 'info' },
    });
    expect(ctx.log.lines).toEqual([{ level: 'info', message: 'Hello' }]);
  });

  it.each(['debug', 'info', 'warning', 'error'])('writes at level %s', (level) => {
    const ctx = controlContext();
    decideIn(log, { message: 'Hello', level }, ctx);
    expect(ctx.log.lines).toEqual([{ level, message: 'Hello' }]);
  });

  it('writes the value of a template that is not text as JSON', () => {
    const ctx = controlContext();
    decideIn(log, { message: { a: [1] } }, ctx);
    decideIn(log, { message: 3 }, ctx);
    decideIn(log, { message: null }, ctx);
    expect(ctx.log.lines.map(({ message }) => message)).toEqual(['{"a":[1]}', '3', 'null']);
  });

  it('refuses a missing message and an unknown level', () => {
    expect(log.params.safeParse({}).success).toBe(false);
    expect(log.params.safeParse({ message: 'x', level: 'loud' }).success).toBe(false);
  });
});
