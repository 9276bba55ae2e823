import type { RunEvent, RunState } from '@/engine';
import { createReplay, type Replay } from '@/engine/run/time/replay';
import { createInstants, type RunInstants } from '@/engine/run/time/transitions';

/** An instant that is shown in place of the newest state. */
export interface ShownInstant {
  /** Since the start of the run, in ms. */
  readonly offsetMs: number;
  /** ms since 1970. */
  readonly at: number;
  /** Number of the last event that had happened; 0 before the first. */
  readonly seq: number;
}

/** A run at an instant: the same fold over fewer events. */
export interface PastView {
  readonly shown: ShownInstant | undefined;
  readonly state: RunState | undefined;
  /** The instants of all known events. */
  instants(): RunInstants;
  /** @param startedAt when the run started, ms since 1970 */
  show(offsetMs: number, startedAt: number): void;
  clear(): void;
}

/** Creates the view of a journal. @param events they grow in place */
export function createPastView(events: readonly RunEvent[]): PastView {
  const instants = createInstants();
  let replay: Replay | undefined;
  let shown: ShownInstant | undefined;
  let state: RunState | undefined;

  function known(): RunInstants {
    instants.update(events);
    return instants;
  }

  return {
    get shown() {
      return shown;
    },
    get state() {
      return state;
    },
    instants: known,
    show(offsetMs, startedAt) {
      const at = startedAt + offsetMs;
      // Before its first event a run has no state: the first one stands for it.
      const count = Math.max(1, known().countAt(at));
      replay ??= createReplay(events);
      state = replay.stateAfter(count);
      shown = { offsetMs, at, seq: state.seq };
    },
    clear() {
      // The kept states are freed: a journal of a long loop has many.
      replay = undefined;
      shown = undefined;
      state = undefined;
    },
  };
}

/** Start of the time of a run, ms since 1970: before it, the run was queued. */
export function startOf({ startedAt, createdAt }: Pick<RunState, 'startedAt' | 'createdAt'>): number {
  return Date.parse(startedAt ?? createdAt);
}
