import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../action';
import type { Json } from '../../json';
import { decide } from '../../testing/fakes';
import { aggregate } from './aggregate';

const completed = (output: Json): Outcome => ({ status: 'completed', output, error: undefined });
const skipped: Outcome = { status: 'skipped', output: undefined, error: undefined };
const failed: Outcome = {
  status: 'failed',
  output: undefined,
  error: { kind: 'timeout', message: 'Too late.' },
};

const steps: Record<string, Outcome> = {
  a: completed({ x: 1, y: 1 }),
  b: completed({ y: 2 }),
  list: completed([1, 2]),
  other: completed([3]),
  word: completed('w'),
  skipped,
  failed,
};

const combine = (sources: string[], strategy?: string) => {
  const decision = decide(
    aggregate,
    { sources, ...(strategy === undefined ? {} : { strategy }) },
    { outcome: (id) => steps[id] },
  );
  return decision.do === 'complete' ? decision.output : decision;
};

describe('aggregate', () => {
  it('merges objects by default; later ones win', () => {
    expect(combine(['a', 'b'])).toEqual({ result: { x: 1, y: 2 }, count: 2 });
    expect(combine(['b', 'a'], 'merge')).toEqual({ result: { y: 1, x: 1 }, count: 2 });
  });

  it('joins lists and appends other values in the order of sources', () => {
    expect(combine(['other', 'word', 'list', 'a'], 'concat')).toEqual({
      result: [3, 'w', 1, 2, { x: 1, y: 1 }],
      count: 4,
    });
  });

  it('returns the first completed source', () => {
    expect(combine(['skipped', 'failed', 'b', 'a'], 'first')).toEqual({ result: { y: 2 }, count: 1 });
  });

  it('leaves out skipped and failed steps', () => {
    expect(combine(['skipped', 'a', 'failed', 'unknown'])).toEqual({ result: { x: 1, y: 1 }, count: 1 });
  });

  it('returns an empty value when no source completed', () => {
    expect(combine(['skipped'])).toEqual({ result: {}, count: 0 });
    expect(combine(['skipped'], 'concat')).toEqual({ result: [], count: 0 });
    expect(combine(['skipped'], 'first')).toEqual({ result: null, count: 0 });
  });

  it('refuses to merge a value that is not an object, and names its step', () => {
    expect(() => combine(['a', 'list'])).toThrow(/output of list.*concat/);
  });

  it('keeps a key called __proto__ as data', () => {
    const output: Json = JSON.parse('{"__proto__":{"polluted":true}}');
    const decision = decide(aggregate, { sources: ['s'] }, { outcome: () => completed(output) });
    expect(JSON.stringify(decision)).toContain('"__proto__":{"polluted":true}');
  });

  it('refuses an empty list of sources and unknown strategies', () => {
    expect(aggregate.params.safeParse({ sources: [] }).success).toBe(false);
    expect(aggregate.params.safeParse({ sources: ['a'], strategy: 'sum' }).success).toBe(false);
  });
});
