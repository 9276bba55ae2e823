import type { PipelineDocument, RunEvent, RunEventBody } from '@/engine';
import { makeRunFile, type RunFile } from '../run-file';

const DOCUMENT: PipelineDocument = {
  name: 'Orders',
  steps: [{ id: 'fetch', action: 'log', params: { message: 'Hello' } }],
};

const BODIES: readonly RunEventBody[] = [
  { type: 'run_created', run_id: 'run_far', pipeline_id: 'pl_far', version: 2, params: { region: 'eu' } },
  { type: 'run_started' },
  { type: 'step_started', step: 'fetch', attempt: 1, action: 'log', inputs: { value: { message: 'Hello' } } },
  { type: 'step_logged', step: 'fetch', attempt: 1, level: 'info', message: 'Hello' },
  { type: 'step_completed', step: 'fetch', attempt: 1, output: { value: { message: 'Hello' } } },
  { type: 'run_completed', outputs: {} },
];

const at = (index: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, index)).toISOString();

/** A run file for tests: one completed step. */
export function runFileOf(bodies = BODIES, document = DOCUMENT): RunFile {
  const events: RunEvent[] = bodies.map((body, index) => ({ seq: index + 1, at: at(index), ...body }));
  return makeRunFile({
    release: '0.0.0',
    exported_at: at(60),
    run: {
      ...{ id: 'run_far', number: 7, pipelineId: 'pl_far', pipelineName: 'Orders', version: 2 },
      ...{ status: 'completed', hold: null, createdAt: at(0), startedAt: at(1), finishedAt: at(5) },
      ...{ durationMs: 4000, trigger: 'manual', triggerId: null, triggerName: null, parentRunId: null },
      ...{ parentNumber: null, error: null, failedStep: null, fixedBy: null, warnings: null, pinned: false },
      params: { region: 'eu' },
      documentText: JSON.stringify(document),
      lastSeq: bodies.length,
      cancelRequested: false,
    },
    events,
  });
}
