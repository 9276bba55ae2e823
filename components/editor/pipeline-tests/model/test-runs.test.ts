// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestResultRecord } from '@/lib/contracts/pipeline-tests';
import { keepTestRuns, markOf, readTestRuns, type TestRun } from './test-runs';
import { copyName, lookOf, resultText } from './test-words';

const result = (part: Partial<TestResultRecord>): TestResultRecord => ({
  ...{ id: 't1', name: 'Orders', passed: true, problems: [], differences: [], status: 'completed' },
  ...part,
});
const runOf = (part: Partial<TestResultRecord>, at = '2026-03-01T10:00:00.000Z'): TestRun => ({
  ...{ result: result(part), at, mark: 'm' },
});
const difference = (text: string) => ({
  ...{ kind: 'output' as const, at: 'outputs.a', message: 'It differs.', expected: text, actual: 'b' },
});

beforeEach(() => window.localStorage.clear());

describe('the last runs of tests', () => {
  it('are read after a reload with their differences', () => {
    const runs = new Map([['t1', runOf({ passed: false, differences: [difference('a')] })]]);
    keepTestRuns('p1', runs);
    expect(readTestRuns('p1')).toEqual(runs);
    expect(readTestRuns('p2').size).toBe(0);
  });

  it('lose differences that are too large, and say so', () => {
    const large = runOf({ passed: false, differences: [difference('x'.repeat(60_000))] });
    keepTestRuns('p1', new Map([['t1', large]]));
    expect(readTestRuns('p1').get('t1')).toMatchObject({
      isShortened: true,
      result: { passed: false, differences: [] },
    });
  });

  it('are bounded: the newest stay', () => {
    const runs = Array.from({ length: 30 }, (_, index): [string, TestRun] => {
      const at = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
      return [`t${index}`, runOf({ id: `t${index}`, differences: [difference('x'.repeat(40_000))] }, at)];
    });
    keepTestRuns('p1', new Map(runs));
    const kept = readTestRuns('p1');
    expect(kept.size).toBeLessThan(30);
    expect(kept.has('t29')).toBe(true);
    expect(kept.has('t0')).toBe(false);
  });

  it('are ignored when the storage has something else', () => {
    window.localStorage.setItem('pipewright.test-runs.p1', '{"version": 1, "runs": [{"at": 3}, null]}');
    expect(readTestRuns('p1').size).toBe(0);
  });
});

it('a document has another mark only when what tests run has changed', () => {
  const document = { name: 'a', steps: [{ id: 's', action: 'log', params: { message: 'x' } }] };
  expect(markOf({ ...document, name: 'b', layout: { positions: {} } } as typeof document)).toBe(
    markOf(document),
  );
  expect(markOf({ ...document, steps: [{ id: 's', action: 'log', params: { message: 'y' } }] })).not.toBe(
    markOf(document),
  );
});

describe('results in words', () => {
  it('tell a failed test from one that does not fit', () => {
    expect(lookOf(undefined, false).word).toBe('Not run');
    expect(lookOf(result({}), true).word).toBe('Running');
    expect(lookOf(result({ passed: false }), false)).toEqual({ status: 'failed', word: 'Failed' });
    expect(lookOf(result({ passed: false, status: null }), false).word).toBe('Invalid');
  });

  it('are one sentence', () => {
    expect(resultText({ passed: 1, failed: 0, results: [result({})] })).toBe('Orders passed.');
    const failed = ['a', 'b', 'c', 'd'].map((name) => result({ name, passed: false }));
    expect(resultText({ passed: 1, failed: 4, results: [result({}), ...failed] })).toBe(
      '5 tests ran: 1 passed, 4 failed: a, b, c and 1 more.',
    );
  });

  it('a copy has a name of its own', () => {
    expect(copyName('Orders', ['Orders', 'Orders copy'])).toBe('Orders copy 2');
  });
});
