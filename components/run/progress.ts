import type { RunState, StepStatus } from '@/engine';

/** Number of steps in each status. Steps without events are pending. */
export type Progress = Readonly<Record<StepStatus, number>>;

/** Counts the steps of a run. Iterations are part of their loop. */
export function countSteps(state: RunState, stepIds: Iterable<string>): Progress {
  const counts: Record<StepStatus, number> = {
    pending: 0,
    running: 0,
    waiting: 0,
    retrying: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
  };
  for (const id of new Set([...stepIds, ...state.steps.keys()])) {
    counts[state.steps.get(id)?.status ?? 'pending'] += 1;
  }
  return counts;
}

const WORDS: readonly (readonly [StepStatus, string])[] = [
  ['completed', 'done'],
  ['failed', 'failed'],
  ['running', 'running'],
  ['retrying', 'retrying'],
  ['waiting', 'waiting'],
  ['skipped', 'skipped'],
  ['cancelled', 'cancelled'],
  ['pending', 'pending'],
];

/** The counts as text, without zeros: `4 done, 1 failed, 2 waiting`. */
export function progressText(progress: Progress): string {
  return WORDS.filter(([status]) => progress[status] > 0)
    .map(([status, word]) => `${progress[status]} ${word}`)
    .join(', ');
}
