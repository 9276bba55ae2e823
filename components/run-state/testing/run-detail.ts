import type { RunDetail } from '@/lib/contracts/runs';

/** The record of a completed run, with the fields of a test. */
export function runDetail(parts: Partial<RunDetail> = {}): RunDetail {
  return {
    id: 'run_1',
    number: 7,
    pipelineId: 'p1',
    pipelineName: 'p',
    version: 1,
    status: 'completed',
    hold: null,
    createdAt: '2026-11-20T14:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    trigger: 'manual',
    triggerId: null,
    triggerName: null,
    parentRunId: null,
    fixedBy: null,
    parentNumber: null,
    error: null,
    failedStep: null,
    warnings: null,
    pinned: false,
    params: {},
    documentText: '',
    lastSeq: 1,
    cancelRequested: false,
    ...parts,
  };
}
