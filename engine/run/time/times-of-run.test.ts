import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../actions';
import { buildGraph } from '../../pipeline/graph';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { probes } from '../../testing/probes';
import { failAsTold, randomPipeline, randomSteps } from '../../testing/random-pipelines';
import { runPipeline } from '../../testing/run-pipeline';
import type { HistoryRun } from '../history/figures';
import type { RunEvent, RunEventBody } from '../state/events';
import { foldEvents } from '../state/fold';
import { estimateRemaining, stateAt, timesOfRun } from './times-of-run';
import { usualTimes } from './usual';

// Many random pipelines on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const START = Date.parse('2026-11-20T10:00:00.000Z');

function graphOf(steps: PipelineDocument['steps']) {
  return buildGraph(normalize({ steps }, catalogue.descriptors), catalogue.descriptors);
}

function eventsOf(...lines: readonly (readonly [ms: number, body: RunEventBody])[]): RunEvent[] {
  const created: RunEventBody = {
    type: 'run_created',
    run_id: 'r',
    pipeline_id: 'p',
    version: 1,
    params: {},
  };
  return [[0, created] as const, ...lines].map(([ms, body], index) => {
    return { ...body, seq: index + 1, at: new Date(START + ms).toISOString() };
  });
}

const attempt = (step: string, number = 1) => ({ step, attempt: number });
const started = (step: string, number = 1): RunEventBody => {
  return { type: 'step_started', ...attempt(step, number), action: 'log', inputs: { value: {} } };
};
const completed = (step: string, number = 1): RunEventBody => {
  return { type: 'step_completed', ...attempt(step, number), output: { value: 1 } };
};
const waiting = (step: string): RunEventBody => ({ type: 'step_waiting', ...attempt(step), reason: 'timer' });
const retrying = (step: string, code: string): RunEventBody => ({
  ...{ type: 'step_retrying', ...attempt(step), retry_at: new Date(START).toISOString() },
  error: { kind: 'http_status', message: 'No.', code },
});
const runStarted: RunEventBody = { type: 'run_started' };
const runCompleted: RunEventBody = { type: 'run_completed', outputs: {} };

const log = { action: 'log', params: { message: 'm' } };
/** `a`, then `b` and `c`, then `d`. */
const diamond = graphOf([
  { id: 'a', ...log },
  { id: 'b', ...log, depends_on: ['a'] },
  { id: 'c', ...log, depends_on: ['a'] },
  { id: 'd', ...log, depends_on: ['b', 'c'] },
]);
const diamondRun = eventsOf(
  [100, runStarted],
  [100, started('a')],
  [200, completed('a')],
  [200, started('b')],
  [250, started('c')],
  [300, completed('b')],
  [900, completed('c')],
  [900, started('d')],
  [1000, completed('d')],
  [1000, runCompleted],
);

describe('the times of a run', () => {
  test('name the steps that decided its duration', () => {
    const { critical, steps } = timesOfRun(diamondRun, diamond, 0);
    expect(critical).toEqual(['a', 'c', 'd']);
    expect(steps.filter(({ isCritical }) => !isCritical).map(({ step }) => step)).toEqual(['b']);
  });

  test('has a critical path to the step that ran last when several end in one millisecond', () => {
    const run = eventsOf(
      [0, runStarted],
      [0, started('a')],
      [10, completed('a')],
      [10, started('b')],
      [10, completed('b')],
      [10, started('c')],
      [10, completed('c')],
      [10, started('d')],
      [10, completed('d')],
      [10, runCompleted],
    );
    expect(timesOfRun(run, diamond, 0).critical).toEqual(['a', 'c', 'd']);
  });

  test('separate work from the queue, of the run and of each step', () => {
    const times = timesOfRun(diamondRun, diamond, 0);
    expect(times).toMatchObject({ durationMs: 900, totalMs: 1000, workMs: 900, waits: { queue: 100 } });
    expect(times.steps[2]).toMatchObject({ step: 'c', durationMs: 650, totalMs: 700, waits: { queue: 50 } });
  });

  test('tell what a step waited for', () => {
    const graph = graphOf([
      { id: 'sleep', action: 'wait', params: { duration: 1 } },
      { id: 'approve', action: 'wait_until', params: { condition: 'signals.go' } },
      { id: 'ready', action: 'wait_until', params: { condition: 'polls > 2' } },
      { id: 'limited', ...log },
      { id: 'broken', ...log },
    ]);
    const times = timesOfRun(
      eventsOf(
        [0, runStarted],
        ...['sleep', 'approve', 'ready', 'limited', 'broken'].map((step) => [0, started(step)] as const),
        ...['sleep', 'approve', 'ready'].map((step) => [10, waiting(step)] as const),
        [10, retrying('limited', '429')],
        [10, retrying('broken', '500')],
        [50, started('limited', 2)],
        [50, started('broken', 2)],
        [60, completed('limited', 2)],
        [60, completed('broken', 2)],
        ...['sleep', 'approve', 'ready'].map((step) => [60, completed(step)] as const),
        [60, runCompleted],
      ),
      graph,
      0,
    );
    expect(times.steps.map(({ workMs, waits }) => [workMs, waits])).toEqual([
      [10, { sleep: 50 }],
      [10, { approval: 50 }],
      [10, { condition: 50 }],
      [20, { rate_limit: 40 }],
      [20, { backoff: 40 }],
    ]);
    expect(times).toMatchObject({ workMs: 20, waits: { approval: 40 } });
  });

  test('count a pause once, and end an open wait at the newest known instant', () => {
    const events = eventsOf([0, runStarted], [10, { type: 'run_paused', reason: 'requested' }]);
    expect(timesOfRun(events, diamond, START + 110)).toMatchObject({
      ...{ totalMs: 110, workMs: 10, waits: { paused: 100 } },
    });
  });

  test('add up, and the critical path follows the dependencies, for random pipelines', async () => {
    await fc.assert(
      fc.asyncProperty(randomSteps(8), async (steps) => {
        const document = randomPipeline(steps, 2);
        const { catalogue: actions } = probes(failAsTold);
        const { journal } = await runPipeline({ document, catalogue: actions });
        const graph = buildGraph(normalize(document, actions.descriptors), actions.descriptors);
        const { totalMs, workMs, waits, critical, steps: times } = timesOfRun(journal.events, graph, 0);
        const sum = (parts: typeof waits) => Object.values(parts).reduce((all, ms) => all + ms, 0);
        expect(workMs + sum(waits)).toBe(totalMs);
        for (const time of times) {
          expect(time.workMs + sum(time.waits)).toBe(time.totalMs);
          expect(time.totalMs).toBeGreaterThanOrEqual(time.durationMs);
        }
        const ends = critical.map((id) => times.find(({ step }) => step === id)?.to ?? 0);
        expect(ends).toEqual([...ends].sort((a, b) => a - b));
        expect(Math.max(0, ...times.map(({ to = 0 }) => to))).toBe(ends.at(-1) ?? 0);
      }),
      { numRuns: 30 },
    );
  });
});

describe('usual durations', () => {
  const earlier = (durationMs: number, status: HistoryRun['status'] = 'completed'): HistoryRun => ({
    ...{ id: 'r', number: 1, version: 1, status, createdAt: '', durationMs, failedStep: null, error: null },
    steps: ['a', 'b', 'c', 'd'].map((step) => ({
      step,
      status: 'completed' as const,
      durationMs: durationMs / 4,
    })),
  });
  const runs = [400, 400, 800].map((ms) => earlier(ms));

  test('need three completed runs', () => {
    expect(usualTimes([...runs.slice(1), earlier(1, 'failed')]).run).toBeUndefined();
    expect(usualTimes(runs).run).toEqual({ ms: 400, runs: 3 });
    expect(usualTimes(runs).steps.get('c')).toEqual({ ms: 100, runs: 3 });
  });

  test('estimate the time left along the longest path of what is to come', () => {
    const usual = usualTimes(runs);
    const left = (events: readonly RunEvent[], ms: number) => {
      const now = START + ms;
      const times = timesOfRun(events, diamond, now);
      return estimateRemaining(foldEvents(events), times, { graph: diamond, usual, now });
    };
    expect(left(diamondRun.slice(0, 3), 100)).toBe(300);
    expect(left(diamondRun.slice(0, 3), 150)).toBe(250);
    expect(left(diamondRun.slice(0, 3), 900)).toBe(200);
    expect(left(diamondRun, 2000)).toBeUndefined();
  });
});

test('the state at an instant is the fold of the events until then', () => {
  expect(stateAt(diamondRun, 150)).toEqual(foldEvents(diamondRun.slice(0, 6)));
  expect(stateAt(diamondRun, 900)).toEqual(foldEvents(diamondRun));
});
