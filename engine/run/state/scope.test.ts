import { describe, expect, test } from 'vitest';
import { evaluate, test as isTrue, parseExpression } from '../../expression';
import { emptyRunState } from './fold';
import { runScope } from './scope';

describe('signals in expressions', () => {
  const now = new Date(0);
  const state = { ...emptyRunState(), signals: { go: { value: { by: 'Ann' } } } };

  test('are read by name', () => {
    expect(evaluate(parseExpression('signals.go.by'), runScope(state, now), { missing: 'error' })).toBe(
      'Ann',
    );
  });

  test('are missing until they arrive', () => {
    const scope = runScope(state, now);
    expect(isTrue(parseExpression("default(signals.stop, 'no') == 'no'"), scope)).toBe(true);
    expect(isTrue(parseExpression('has(signals.stop)'), scope)).toBe(false);
    expect(isTrue(parseExpression('signals.stop == true'), scope)).toBe(false);
  });

  test('are those at the given instant', () => {
    const earlier = runScope(state, now, {}, {});
    expect(isTrue(parseExpression('has(signals.go)'), earlier)).toBe(false);
  });
});
