import { describe, expect, it } from 'vitest';
import { dayTotals, failureGroups, type HistoryRun, stepTotals, totalsOf, versionTotals } from './figures';

let number = 0;
function run(more: Partial<HistoryRun> = {}): HistoryRun {
  number += 1;
  return {
    ...{ id: `run_${number}`, number, version: 1, status: 'completed' },
    ...{ createdAt: '2026-11-20T10:00:00.000Z', durationMs: 1000, failedStep: null, error: null, steps: [] },
    ...more,
  };
}
const failed = (error: string, more: Partial<HistoryRun> = {}) =>
  run({ status: 'failed', failedStep: 'call', error, ...more });
const many = (count: number, make: () => HistoryRun) => Array.from({ length: count }, make);

describe('totals', () => {
  it('counts completed and failed runs, and measures completed ones', () => {
    const durations = Array.from({ length: 20 }, (_, index) => run({ durationMs: (index + 1) * 100 }));
    const runs = [
      ...durations,
      ...many(5, () => failed('no', { durationMs: 1 })),
      run({ status: 'cancelled' }),
    ];
    expect(totalsOf(runs)).toMatchObject({
      ...{ ended: 25, failed: 5, successRate: 0.8, p50Ms: 1000, p95Ms: 1900 },
    });
  });

  it('has no rate and no duration without an ended run', () => {
    expect(totalsOf([run({ status: 'running', durationMs: null })])).toMatchObject({
      ...{ ended: 0, successRate: null, p50Ms: null },
    });
  });

  it('counts runs in which a step was retried once', () => {
    const steps = [
      { step: 'a', status: 'completed' as const, attempts: 2 },
      { step: 'b', status: 'completed' as const, attempts: 3 },
    ];
    expect(totalsOf([run({ steps }), run()]).retried).toBe(1);
  });

  it('groups by day, oldest first', () => {
    const days = dayTotals([run(), run({ createdAt: '2026-11-18T23:59:59.999Z' }), run()]);
    expect(days.map(({ day, ended }) => [day, ended])).toEqual([
      ['2026-11-18', 1],
      ['2026-11-20', 2],
    ]);
  });
});

describe('versions', () => {
  it('are worse when clearly more runs fail than in the version before', () => {
    const runs = [
      ...many(5, () => failed('no', { version: 14 })),
      ...many(5, () => run({ version: 14 })),
      ...many(10, () => run({ version: 12 })),
    ];
    expect(versionTotals(runs).map(({ version, previous, worse }) => [version, previous, worse])).toEqual([
      [14, 12, ['more_failures']],
      [12, null, []],
    ]);
  });

  it('are worse when runs take clearly longer', () => {
    const runs = [
      ...many(5, () => run({ version: 2, durationMs: 1600 })),
      ...many(5, () => run({ version: 1, durationMs: 1000 })),
    ];
    expect(versionTotals(runs)[0]?.worse).toEqual(['slower']);
  });

  it('are not judged by a few runs', () => {
    const runs = [...many(4, () => failed('no', { version: 2 })), ...many(10, () => run())];
    expect(versionTotals(runs)[0]?.worse).toEqual([]);
  });
});

it('sums up steps that were executed, not those that were skipped or reused', () => {
  const steps: HistoryRun['steps'] = [
    { step: 'call', status: 'failed', durationMs: 300, attempts: 3, error: 'no' },
    { step: 'rest', status: 'skipped' },
    { step: 'past', status: 'completed', reused: true },
  ];
  const totals = stepTotals([
    run({ steps }),
    run({ steps: [{ step: 'call', status: 'completed', durationMs: 100 }] }),
  ]);
  expect(totals).toEqual([{ step: 'call', executed: 2, failed: 1, retried: 1, p50Ms: 100, p95Ms: 300 }]);
});

it('groups failures by step and message without numbers, the largest group first', () => {
  const runs = [
    failed('status 500'),
    failed('timeout after 5 s'),
    failed('timeout after 60 s'),
    failed('timeout after 5 s', { failedStep: 'other' }),
    run(),
  ];
  const groups = failureGroups(runs);
  expect(groups.map(({ step, pattern, count }) => [step, pattern, count])).toEqual([
    ['call', 'timeout after <n> s', 2],
    ['call', 'status <n>', 1],
    ['other', 'timeout after <n> s', 1],
  ]);
  expect(groups[0]).toMatchObject({
    example: 'timeout after 5 s',
    runs: [{ id: runs[1]?.id }, { id: runs[2]?.id }],
  });
});
