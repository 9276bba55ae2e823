import type { Status } from '@/components/ui/status';
import type { StepDigest } from '@/engine';

/** How a step ended, as a page shows it before it has read the journal of the run. */
export interface FirstLook {
  readonly status: Status;
  /** In ms; undefined for a step without an attempt. */
  readonly durationMs: number | undefined;
}

/** What a page knows of the steps of an ended run when it is opened, by step. */
export type FirstLooks = ReadonlyMap<string, FirstLook>;

/** Creates the first looks of an ended run from its digest. */
export function firstLooksOf(steps: readonly StepDigest[]): FirstLooks {
  return new Map(steps.map((step) => [step.step, firstLookOf(step)]));
}

function firstLookOf({ status, durationMs, reused, warning }: StepDigest): FirstLook {
  if (status !== 'completed') return { status, durationMs };
  if (reused) return { status: 'reused', durationMs: undefined };
  return { status: warning ? 'warning' : 'completed', durationMs };
}
