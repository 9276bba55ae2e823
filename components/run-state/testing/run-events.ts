import type { RunEvent, RunEventBody } from '@/engine';

/** Instant of the first event in journals of tests. */
export const START = Date.parse('2026-11-20T14:02:11.000Z');

/** One event of a journal: milliseconds after the start, and the event. */
export type JournalLine = readonly [atMs: number, body: RunEventBody];

/** Creates a journal for tests. */
export function journal(...lines: readonly JournalLine[]): RunEvent[] {
  return lines.map(([atMs, body], index) => ({
    ...body,
    seq: index + 1,
    at: new Date(START + atMs).toISOString(),
  }));
}

/** The first event of every journal. */
export const created: RunEventBody = {
  type: 'run_created',
  run_id: 'run_1',
  pipeline_id: 'pipe_1',
  version: 14,
  params: {},
};

/** An attempt begins. */
export function started(step: string, attempt = 1, iteration?: number[]): RunEventBody {
  const unit = iteration ? { step, iteration } : { step };
  return { type: 'step_started', ...unit, attempt, action: 'log', inputs: { value: {} } };
}

/** An attempt succeeds. */
export function completed(step: string, attempt = 1, iteration?: number[]): RunEventBody {
  const unit = iteration ? { step, iteration } : { step };
  return { type: 'step_completed', ...unit, attempt, output: { value: { ok: true } } };
}

/** An attempt fails, without a retry. */
export function failed(step: string, attempt = 1, iteration?: number[]): RunEventBody {
  const unit = iteration ? { step, iteration } : { step };
  return {
    type: 'step_failed',
    ...unit,
    attempt,
    error: { kind: 'timeout', message: 'No answer for 15 s.' },
  };
}

/** A unit pauses at a breakpoint before its first attempt. */
export function paused(
  step: string,
  part: Partial<Extract<RunEventBody, { type: 'step_paused' }>> = {},
): RunEventBody {
  return {
    ...{ type: 'step_paused', step, attempt: 1, action: 'log', moment: 'before', cause: 'breakpoint' },
    breakpoint: { id: 'b1', at: { step }, when: 'before', enabled: true },
    inputs: { value: { message: 'x' } },
    ...part,
  };
}
