import { describe, expect, it } from 'vitest';
import type { RunEvent, RunEventBody } from '../state/events';
import { foldEvents } from '../state/fold';
import { runSpans } from './run-spans';
import { spanIdOf, traceHeaders, traceIdOf } from './trace-ids';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const value = { value: null };
const created: RunEventBody = {
  type: 'run_created',
  run_id: 'run_1',
  pipeline_id: 'pipeline_1',
  version: 3,
  params: {},
};
const failure = { kind: 'timeout' as const, message: 'No response within 5 s.' };

const journal = (...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, index) => ({
    ...body,
    seq: index + 1,
    at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }));

const spansOf = (events: readonly RunEvent[], facts = {}) => [
  ...runSpans(foldEvents(events), { attributes: { 'pipewright.pipeline.name': 'Orders' }, ...facts }),
];

const retried = journal(
  created,
  { type: 'run_started' },
  { type: 'step_started', step: 'call', attempt: 1, action: 'http_request', inputs: value },
  { type: 'step_retrying', step: 'call', attempt: 1, error: failure, retry_at: '2026-01-01T00:00:04.000Z' },
  { type: 'step_started', step: 'call', attempt: 2, action: 'http_request', inputs: value },
  { type: 'step_completed', step: 'call', attempt: 2, output: value },
  { type: 'run_completed', outputs: {} },
);

describe('the spans of a run', () => {
  it('are the run, its steps and their attempts, each below the outer one', () => {
    const [run, step, first, second, ...others] = spansOf(retried);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      name: 'run Orders',
      parentSpanId: undefined,
      startedAt: '2026-01-01T00:00:00.000Z',
      endedAt: '2026-01-01T00:00:06.000Z',
    });
    expect(step).toMatchObject({ name: 'call', parentSpanId: run?.spanId, failure: undefined });
    expect(first).toMatchObject({
      name: 'call attempt 1',
      parentSpanId: step?.spanId,
      kind: 'client',
      failure,
    });
    expect(second).toMatchObject({ startedAt: '2026-01-01T00:00:04.000Z', failure: undefined });
  });

  it('have the same ids however often the journal is folded', () => {
    const ids = spansOf(retried).map(({ spanId }) => spanId);
    expect(spansOf(retried).map(({ spanId }) => spanId)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('contain iterations below their loop, and no reused or skipped steps', () => {
    const unit = { step: 'each', attempt: 1, action: 'loop' };
    const spans = spansOf(
      journal(
        created,
        { type: 'run_started' },
        { type: 'step_skipped', step: 'not', reason: 'condition_false' },
        { type: 'step_given', step: 'pinned', source: 'pinned', output: value },
        { type: 'step_started', ...unit, inputs: value },
        {
          type: 'iterations_planned',
          ...unit,
          items: [value],
          action: 'log',
          params: {},
          parallel: 1,
          stop_on_failure: false,
        },
        { type: 'step_started', step: 'each', iteration: [0], attempt: 1, action: 'log', inputs: value },
        { type: 'step_completed', step: 'each', iteration: [0], attempt: 1, output: value },
        { type: 'step_completed', step: 'each', attempt: 1, output: value },
        { type: 'run_completed', outputs: {} },
      ),
    );
    expect(spans.map(({ name }) => name)).toEqual([
      'run Orders',
      'each',
      'each attempt 1',
      'each[0]',
      'each[0] attempt 1',
    ]);
    const loop = spans.find(({ name }) => name === 'each');
    expect(spans.find(({ name }) => name === 'each[0]')?.parentSpanId).toBe(loop?.spanId);
  });

  it('of a chunk are its iterations, below the step of its run', () => {
    const chunk = {
      ...{
        of: 'run_1',
        step: 'each',
        by: 'loop',
        started_at: '2026-01-01T00:00:00.000Z',
        first: 500,
        total: 501,
      },
      ...{ items: { value: [1] }, action: 'log', params: {}, parallel: 1, stop_on_failure: false },
      ...{ upstream: [], outcomes: {}, signals: {} },
    };
    const at = { step: 'each', iteration: [500], attempt: 1 };
    const spans = spansOf(
      journal(
        { ...created, run_id: 'run_1-chunk', chunk },
        { type: 'run_started' },
        { type: 'step_started', ...at, action: 'log', inputs: value },
        { type: 'step_completed', ...at, output: value },
        { type: 'run_completed', outputs: {} },
      ),
    );
    expect(spans.map(({ name }) => name)).toEqual(['each[500]', 'each[500] attempt 1']);
    expect(spans[0]?.parentSpanId).toBe(spanIdOf('run_1', { step: 'each', iteration: [] }));
  });

  it('continue the trace of the request', () => {
    const trace = { parent: PARENT, sampled: true };
    const events = journal(
      { ...created, trace },
      { type: 'run_started' },
      { type: 'run_completed', outputs: {} },
    );
    expect(spansOf(events)[0]).toMatchObject({ kind: 'server', parentSpanId: '00f067aa0ba902b7' });
    expect(traceIdOf({ runId: 'run_1', trace })).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it('of a re-run link to the run that it repeats', () => {
    const original = { runId: 'run_0', trace: { sampled: true } };
    expect(spansOf(retried, { original })[0]?.links).toEqual([
      { traceId: traceIdOf(original), spanId: spanIdOf('run_0') },
    ]);
  });
});

describe('headers of a step', () => {
  const address = { step: 'call', iteration: [] };

  it('name the span of the attempt', () => {
    const run = { runId: 'run_1', trace: { parent: PARENT, state: 'a=b', sampled: true } };
    expect(traceHeaders(run, address, 2)).toEqual({
      traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-${spanIdOf('run_1', address, 2)}-01`,
      tracestate: 'a=b',
    });
  });

  it('pass the request’s trace on where no spans are exported', () => {
    expect(traceHeaders({ runId: 'run_1', trace: { parent: PARENT } }, address, 1)).toEqual({
      traceparent: PARENT,
    });
  });

  it('are absent without a trace', () => {
    expect(traceHeaders({ runId: 'run_1', trace: undefined }, address, 1)).toEqual({});
  });
});
