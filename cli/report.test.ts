import { expect, test } from 'vitest';
import { foldEvents, type PipelineDocument, type RunEvent, type RunEventBody } from '@/engine';
import { runReport } from './report';

const at = '2026-01-01T00:00:00.000Z';
const fold = (...bodies: RunEventBody[]) =>
  foldEvents(bodies.map((body, index): RunEvent => ({ seq: index + 1, at, ...body })));
const created: RunEventBody = {
  type: 'run_created',
  run_id: 'run_1',
  pipeline_id: 'p',
  version: 1,
  params: {},
};
const started = (step: string, attempt = 1): RunEventBody => ({
  type: 'step_started',
  step,
  attempt,
  action: 'http_request',
  inputs: { value: {} },
});

const document: PipelineDocument = {
  steps: [
    { id: 'later', action: 'log' },
    { id: 'call', action: 'api_call' },
    { id: 'broken', action: 'fail' },
    { id: 'left', action: 'log' },
  ],
};

test('a report has every step in the order of the document, with the action as written', () => {
  const report = runReport(document, fold(created));
  expect(Object.keys(report.steps)).toEqual(['later', 'call', 'broken', 'left']);
  expect(report.steps.call).toEqual({
    action: 'api_call',
    status: 'pending',
    reason: null,
    attempts: 0,
    output: null,
    error: null,
  });
});

test('a report says how each step ended and why', () => {
  const error = { kind: 'explicit_failure' as const, message: 'Enough.', code: 'E1' };
  const state = fold(
    created,
    { type: 'run_started' },
    started('call'),
    {
      type: 'step_retrying',
      step: 'call',
      attempt: 1,
      error: { kind: 'timeout', message: 'Slow.' },
      retry_at: at,
    },
    started('call', 2),
    { type: 'step_completed', step: 'call', attempt: 2, output: { value: { status_code: 200 } } },
    started('broken'),
    { type: 'step_failed', step: 'broken', attempt: 1, error, ends_run: true },
    { type: 'step_skipped', step: 'left', reason: 'pipeline_failed', detail: 'broken' },
    { type: 'step_cancelled', step: 'later', reason: 'broken ended the run' },
    { type: 'run_failed', error, step: 'broken', outputs: { url: { value: 'http://x' } } },
  );
  expect(runReport(document, state)).toEqual({
    run_id: 'run_1',
    status: 'failed',
    error,
    outputs: { url: 'http://x' },
    steps: {
      later: {
        action: 'log',
        status: 'cancelled',
        reason: 'broken ended the run',
        attempts: 0,
        output: null,
        error: null,
      },
      call: {
        action: 'api_call',
        status: 'completed',
        reason: null,
        attempts: 2,
        output: { status_code: 200 },
        error: null,
      },
      broken: { action: 'fail', status: 'failed', reason: null, attempts: 1, output: null, error },
      left: {
        action: 'log',
        status: 'skipped',
        reason: 'pipeline_failed',
        attempts: 0,
        output: null,
        error: null,
      },
    },
  });
});

test('a failure without a code has the code null', () => {
  const error = { kind: 'timeout' as const, message: 'Slow.', path: 'params.url' };
  const state = fold(created, { type: 'run_failed', error, outputs: {} });
  expect(runReport({ steps: [] }, state).error).toEqual({ kind: 'timeout', message: 'Slow.', code: null });
});
