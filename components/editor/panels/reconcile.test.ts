import { describe, expect, it } from 'vitest';
import { merge, reconcile } from './reconcile';

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

describe('merge', () => {
  it('keeps what each side changed', () => {
    const mine = copy(before);
    mine.steps[0]!.params.message = 'mine';
    const theirs = copy(before);
    theirs.steps[1]!.params.message = 'theirs';
    theirs.steps.push({ id: 'c', action: 'log', params: { message: 'new' } });
    const merged = merge({ base: before, mine, theirs });
    expect(merged.steps.map((step) => step.params.message)).toEqual(['mine', 'theirs', 'new']);
  });

  it('removes what one side removed', () => {
    const mine = copy(before);
    mine.steps.pop();
    const theirs = { ...copy(before), name: 'q' };
    expect(merge({ base: before, mine, theirs })).toEqual({ name: 'q', steps: [before.steps[0]] });
  });

  it('prefers the typed value when both sides changed the same', () => {
    expect(merge({ base: { a: 1 }, mine: { a: 2 }, theirs: { a: 3 } })).toEqual({ a: 2 });
  });
});
