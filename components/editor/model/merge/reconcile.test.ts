import { describe, expect, it } from 'vitest';
import { reconcile } from './reconcile';

const before = {
  name: 'p',
  steps: [
    { id: 'a', action: 'log', params: { message: 'x' } },
    { id: 'b', action: 'log', params: { message: 'y' } },
  ],
};

function copy<T>(value: T): T {
  return structuredClone(value);
}

describe('reconcile', () => {
  it('returns the old value when nothing changed', () => {
    expect(reconcile(before, copy(before))).toBe(before);
  });

  it('keeps unchanged steps, also after inserted ones', () => {
    const after = copy(before);
    after.steps.unshift({ id: 'c', action: 'log', params: { message: 'z' } });
    const next = reconcile(before, after);
    expect(next.steps[1]).toBe(before.steps[0]);
    expect(next.steps[2]).toBe(before.steps[1]);
  });

  it('treats another order of keys as a change', () => {
    const next = reconcile<Record<string, unknown>>({ a: 1, b: 2 }, { b: 2, a: 1 });
    expect(Object.keys(next)).toEqual(['b', 'a']);
  });
});
