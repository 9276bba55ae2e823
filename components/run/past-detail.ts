import type { RunDetail } from '@/lib/contracts/runs';

/** The record of a run without what is known only since its end: a past instant has the state of its events. */
export function beforeItsEnd(detail: RunDetail): RunDetail {
  const unended = { status: 'running', hold: null, finishedAt: null, durationMs: null } as const;
  const unfailed = { error: null, failedStep: null, fixedBy: null, warnings: null, cancelRequested: false };
  return { ...detail, ...unended, ...unfailed };
}
