import type { RunEvent } from '../state/events';
import type { StepStatus } from '../state/state';
import { addressOf, unitKey } from '../state/unit';

/** A status that the run or a part of it reached. */
export interface TransitionChange {
  /** Undefined for the run as a whole. */
  readonly step: string | undefined;
  readonly iteration: readonly number[];
  readonly status: StepStatus;
}

/** An instant at which statuses of a run changed. */
export interface Transition {
  /** ms since 1970; never before the transition before it. */
  readonly at: number;
  /** In the order of their events, at least one. */
  readonly changes: readonly TransitionChange[];
}

/** The instants of a journal; each event is read once. */
export interface RunInstants {
  /** Reads the events since the last call. */
  update(events: readonly RunEvent[]): void;
  /** In order of time. The list grows in place. */
  readonly transitions: readonly Transition[];
  /** How many events had happened at an instant. @param at ms since 1970 */
  countAt(at: number): number;
  /** The nearest transition before an instant; undefined without one. */
  before(at: number): Transition | undefined;
  /** The nearest transition after an instant; undefined without one. */
  after(at: number): Transition | undefined;
}

/** Creates the instants of a journal that is read later. */
export function createInstants(): RunInstants {
  const transitions: OpenTransition[] = [];
  const statuses = new Map<string, StepStatus>();
  /** When each event happened. Clocks of two workers may differ: an event is never before an earlier one. */
  const times: number[] = [];

  function take(event: RunEvent): void {
    const at = Math.max(Date.parse(event.at), times.at(-1) ?? Number.NEGATIVE_INFINITY);
    times.push(at);
    const change = changeOf(event);
    if (!change || !isNew(statuses, change)) return;
    const last = transitions.at(-1);
    if (last?.at === at) last.changes.push(change);
    else transitions.push({ at, changes: [change] });
  }

  return {
    transitions,
    update(events) {
      for (let index = times.length; index < events.length; index += 1) {
        const event = events[index];
        if (event) take(event);
      }
    },
    countAt: (at) => firstAfter(times, at, (time) => time),
    before(at) {
      // Whole milliseconds: the last one at or before the millisecond before.
      return transitions[firstAfter(transitions, at - 1, timeOf) - 1];
    },
    after: (at) => transitions[firstAfter(transitions, at, timeOf)],
  };
}

interface OpenTransition extends Transition {
  readonly changes: TransitionChange[];
}

function timeOf({ at }: Transition): number {
  return at;
}

/** Repeated checks of one wait are not transitions, nor is a wait that continues. */
function isNew(statuses: Map<string, StepStatus>, change: TransitionChange): boolean {
  const { step = '', iteration, status } = change;
  const key = unitKey({ step, iteration });
  const isRepeated = status === 'waiting' && statuses.get(key) === status;
  statuses.set(key, status);
  return !isRepeated;
}

/** The index of the first entry after an instant in a list that is ordered by time. */
function firstAfter<T>(list: readonly T[], at: number, read: (entry: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && read(entry) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const RUN_STATUSES = {
  run_started: 'running',
  run_paused: 'waiting',
  run_resumed: 'running',
  run_completed: 'completed',
  run_failed: 'failed',
  run_cancelled: 'cancelled',
} as const;

const STEP_STATUSES = {
  step_started: 'running',
  step_waiting: 'waiting',
  step_retrying: 'retrying',
  attempt_interrupted: 'failed',
  step_completed: 'completed',
  step_failed: 'failed',
  step_skipped: 'skipped',
  step_cancelled: 'cancelled',
  step_given: 'completed',
} as const;

function changeOf(event: RunEvent): TransitionChange | undefined {
  if (isRunEvent(event)) return { step: undefined, iteration: [], status: RUN_STATUSES[event.type] };
  if (event.type === 'step_reused') return { ...addressOf(event), status: event.result.status };
  if (!isStepEvent(event)) return undefined;
  const { iteration } = addressOf({ iteration: undefined, ...event });
  return { step: event.step, iteration, status: STEP_STATUSES[event.type] };
}

function isRunEvent(event: RunEvent): event is Extract<RunEvent, { type: keyof typeof RUN_STATUSES }> {
  return event.type in RUN_STATUSES;
}

function isStepEvent(event: RunEvent): event is Extract<RunEvent, { type: keyof typeof STEP_STATUSES }> {
  return event.type in STEP_STATUSES;
}
