import type { StepStatus } from '@/engine';
import type { Transition, TransitionChange } from '@/engine/run/time/transitions';
import type { TimeScale } from '../timeline/scale';

/** A mark of the scrubber: the transitions at one place. */
export interface ScrubberTick {
  /** 0 at the left end to 1 at the right. */
  readonly place: number;
  /** The status that needs most attention. */
  readonly status: StepStatus;
}

/** Marks at most: more would touch each other. */
const MOST_TICKS = 240;

/** Statuses by attention, the first first. */
const RANKS: readonly StepStatus[] = [
  'failed',
  'retrying',
  'cancelled',
  'waiting',
  'running',
  'completed',
  'skipped',
  'pending',
];

/** The marks of transitions, those that would overlap as one. */
export function ticksOf(transitions: readonly Transition[], scale: TimeScale): ScrubberTick[] {
  const slots = new Map<number, ScrubberTick>();
  for (const { at, changes } of transitions) {
    const place = scale.place(at);
    const slot = Math.round(place * MOST_TICKS);
    const known = slots.get(slot);
    const status = gravest(changes, known?.status);
    slots.set(slot, { place: known?.place ?? place, status });
  }
  return [...slots.values()];
}

function gravest(changes: readonly TransitionChange[], known: StepStatus | undefined): StepStatus {
  const statuses = [...(known ? [known] : []), ...changes.map(({ status }) => status)];
  return statuses.reduce((best, status) => (RANKS.indexOf(status) < RANKS.indexOf(best) ? status : best));
}
