import { describe, expect, it } from 'vitest';
import {
  completed,
  created,
  failed,
  type JournalLine,
  journal,
  START,
  started,
} from '@/components/run-state/testing/run-events';
import type { RunEventBody } from '@/engine';
import { aggregate } from '@/engine/run/time/aggregate';
import type { Span } from '@/engine/run/time/span';
import { createTimelineRows } from '@/engine/run/time/timeline-rows';
import { axisTicks, createScale, findFolds, liveEnd } from './scale';

const planned: RunEventBody = {
  type: 'iterations_planned',
  step: 'loop',
  attempt: 1,
  items: [{ value: 1 }, { value: 2 }, { value: 3 }],
  action: 'log',
  params: {},
  parallel: 2,
  stop_on_failure: true,
};

function rowsOf(...lines: JournalLine[]) {
  const timeline = createTimelineRows();
  timeline.update(journal(...lines));
  return timeline.rows();
}

/** A span as text: kind, status, from, to in ms since the start. */
function brief(span: Span): string {
  const to = span.to === undefined ? '' : span.to - START;
  return `${span.kind} ${span.status} ${span.from - START}-${to}`;
}

const retrying = (attempt: number): RunEventBody => ({
  type: 'step_retrying',
  step: 'fetch',
  attempt,
  error: { kind: 'timeout', message: 'No answer.' },
  retry_at: new Date(START + 5000).toISOString(),
});

describe('timeline rows', () => {
  it('have a span for each attempt and each delay', () => {
    const rows = rowsOf(
      [0, created],
      [10, started('fetch')],
      [1000, retrying(1)],
      [5000, started('fetch', 2)],
      [6000, completed('fetch', 2)],
    );
    expect(rows[0]?.spans.map(brief)).toEqual([
      'work failed 10-1000',
      'backoff retrying 1000-5000',
      'work completed 5000-6000',
    ]);
  });

  it('have an open span while it is active', () => {
    const rows = rowsOf([0, created], [10, started('fetch')]);
    expect(rows[0]?.spans.map(brief)).toEqual(['work running 10-']);
  });

  it('join checks into one wait and colour the work before it by the result of the attempt', () => {
    const waiting: RunEventBody = { type: 'step_waiting', step: 'fetch', attempt: 1, reason: 'timer' };
    const rows = rowsOf(
      [0, created],
      [10, started('fetch')],
      [20, waiting],
      [500, waiting],
      [900, completed('fetch')],
    );
    expect(rows[0]?.spans.map(brief)).toEqual(['work completed 10-20', 'wait waiting 20-900']);
  });

  it('draw a loop as one lane that shows the look with the highest priority', () => {
    const rows = rowsOf(
      [0, created],
      [10, started('loop')],
      [10, planned],
      [20, started('loop', 1, [0])],
      [20, started('loop', 1, [1])],
      [100, completed('loop', 1, [0])],
      [100, started('loop', 1, [2])],
      [150, completed('loop', 1, [2])],
      [300, failed('loop', 1, [1])],
      [300, failed('loop')],
    );
    expect(rows[0]?.spans.map(brief)).toEqual(['work failed 20-300']);
  });

  it('keep the colours of iterations that do not overlap', () => {
    const rows = rowsOf(
      [0, created],
      [10, started('loop')],
      [10, planned],
      [20, started('loop', 1, [0])],
      [100, completed('loop', 1, [0])],
      [100, started('loop', 1, [1])],
      [200, completed('loop', 1, [1])],
      [250, started('loop', 1, [2])],
      [300, failed('loop', 1, [2])],
    );
    expect(rows[0]?.spans.map(brief)).toEqual(['work completed 20-200', 'work failed 250-300']);
  });

  it('show an iteration that took no time', () => {
    const rows = rowsOf(
      [0, created],
      [10, started('loop')],
      [10, planned],
      [20, started('loop', 1, [0])],
      [20, completed('loop', 1, [0])],
      [30, completed('loop')],
    );
    expect(rows[0]?.spans.map(brief)).toEqual(['work completed 20-21']);
  });

  it('mark when a step was skipped', () => {
    const rows = rowsOf(
      [0, created],
      [700, { type: 'step_skipped', step: 'reject', reason: 'branch_not_taken' }],
    );
    expect(rows[0]).toMatchObject({ step: 'reject', spans: [], settledAt: START + 700 });
  });

  it('read each event once and return the same rows when nothing changed', () => {
    const timeline = createTimelineRows();
    const events = journal([0, created], [10, started('a')], [20, started('b')], [30, completed('a')]);
    timeline.update(events.slice(0, 3));
    const [, before] = timeline.rows();
    timeline.update(events);
    const rows = timeline.rows();
    timeline.update(events);
    expect(timeline.rows()).toBe(rows);
    expect(rows[1]).toBe(before);
  });
});

function work(from: number, to: number): Span {
  return { kind: 'work', status: 'completed', attempt: 1, from, to };
}

describe('many iterations as one lane', () => {
  /** 1,000 consecutive spans of 10 ms. */
  const many = Array.from({ length: 1000 }, (_, index) => work(START + index * 10, START + index * 10 + 10));

  it('become one span when they look the same', () => {
    expect(aggregate(many).map(brief)).toEqual(['work completed 0-10000']);
  });

  it('show a single failure among thousands', () => {
    const withFailure = many.map((span, index) =>
      index === 400 ? { ...span, status: 'failed' as const } : span,
    );
    expect(aggregate(withFailure).map(brief)).toEqual([
      'work completed 0-4000',
      'work failed 4000-4010',
      'work completed 4010-10000',
    ]);
  });

  it('stay open while one is active', () => {
    const going: Span = { kind: 'work', status: 'running', attempt: 1, from: START + 9995, to: undefined };
    expect(aggregate([...many, going]).at(-1)).toMatchObject({ status: 'running', to: undefined });
  });
});

describe('time scale', () => {
  it('folds a gap that would take more than 30 % of the axis', () => {
    expect(findFolds([work(0, 10_000), work(90_000, 100_000)], 0, 100_000)).toEqual([
      { from: 10_000, to: 90_000 },
    ]);
    expect(findFolds([work(0, 40_000), work(60_000, 100_000)], 0, 100_000)).toEqual([]);
  });

  it('compares the next gap with the time that is left after a fold', () => {
    const spans = [work(0, 1000), work(12_000, 13_000), work(100_000, 101_000)];
    expect(findFolds(spans, 0, 101_000)).toHaveLength(2);
  });

  it('does not fold a gap of seconds', () => {
    expect(findFolds([work(0, 10), work(9000, 9010)], 0, 9010)).toEqual([]);
  });

  it('does not count a wait as work', () => {
    const wait: Span = { kind: 'wait', status: 'waiting', attempt: 1, from: 0, to: 100_000 };
    expect(findFolds([wait, work(0, 1000), work(99_000, 100_000)], 0, 100_000)).toHaveLength(1);
  });

  it('is monotonic from 0 to 1 and invertible', () => {
    const scale = createScale(0, 100_000, [{ from: 10_000, to: 90_000 }]);
    expect(scale.place(0)).toBe(0);
    expect(scale.place(100_000)).toBeCloseTo(1);
    let before = -1;
    for (let at = 0; at <= 100_000; at += 500) {
      const place = scale.place(at);
      expect(place).toBeGreaterThan(before);
      expect(scale.instant(place)).toBeCloseTo(at, 3);
      before = place;
    }
    expect(scale.place(90_000) - scale.place(10_000)).toBeCloseTo(0.045);
  });

  it('has an axis for a run without duration', () => {
    const scale = createScale(5, 5);
    expect(scale.place(5)).toBe(0);
    expect(axisTicks(scale, 5)).toHaveLength(1);
  });

  it('moves the end of a live axis in steps and keeps it ahead of now', () => {
    const ends = new Set<number>();
    for (let now = 0; now <= 600_000; now += 1000) {
      const end = liveEnd(0, now);
      expect(end).toBeGreaterThan(now);
      ends.add(end);
    }
    expect(ends.size).toBeLessThan(26);
  });

  it('measures the space ahead of now by the drawn time, without folded time', () => {
    const hour = 3_600_000;
    expect(liveEnd(0, hour + 10_000, hour)).toBeLessThan(hour + 15_000);
  });

  it('has marks at round times, with space between them and none in a fold of days', () => {
    const day = 86_400_000;
    const scale = createScale(0, 10 * day + 20_000, [{ from: 10_000, to: 10 * day + 10_000 }]);
    const ticks = axisTicks(scale, 6);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(8);
    for (const [index, tick] of ticks.entries()) {
      expect(tick.at > 10_000 && tick.at < 10 * day + 10_000).toBe(false);
      const next = ticks[index + 1];
      if (next) expect(next.place - tick.place).toBeGreaterThan(0.09);
    }
  });
});
