import { copyRunState } from '../state/copy-state';
import type { RunEvent } from '../state/events';
import { applyEvent, emptyRunState } from '../state/fold';
import type { RunState } from '../state/state';

/** The states that a run went through, by the number of events so far. */
export interface Replay {
  /**
   * The state after the first events. It changes in place with the next call. A step that no event between two calls
   * concerns keeps its identity.
   */
  stateAfter(count: number): RunState;
}

/** A state on the way, with the number of the last event of each step. */
interface Position {
  readonly state: RunState;
  readonly lastEvents: Map<string, number>;
  count: number;
}

/**
 * Events between two kept states. The fold applies more than 500,000 events per second, so going back takes a few
 * milliseconds at most. Long journals have larger states, of which fewer are kept.
 */
const LEAST_GAP = 256;
const LARGEST_GAP = 4096;
const GAP_SHARE = 8;

/** Reads a journal back and forth with the engine's fold. @param events they may grow in place */
export function createReplay(events: readonly RunEvent[]): Replay {
  const kept: Position[] = [newPosition()];
  let current = newPosition();

  function forward(count: number): void {
    while (current.count < count) {
      const event = events[current.count];
      if (!event) return;
      applyEvent(current.state, event);
      if ('step' in event && event.step !== undefined) current.lastEvents.set(event.step, event.seq);
      current.count += 1;
      keep();
    }
  }

  function keep(): void {
    const { count } = current;
    const newest = kept.at(-1)?.count ?? 0;
    const gap = Math.min(LARGEST_GAP, Math.max(LEAST_GAP, newest / GAP_SHARE));
    if (count - newest >= gap) kept.push(copyOf(current));
  }

  function jump(count: number): void {
    const from = kept.findLast((position) => position.count <= count);
    if (from === undefined || (current.count <= count && from.count <= current.count)) return;
    const before = current;
    current = copyOf(from);
    forward(count);
    keepIdentities(before, current);
  }

  return {
    stateAfter(count) {
      jump(count);
      forward(count);
      return current.state;
    },
  };
}

function newPosition(): Position {
  return { state: emptyRunState(), lastEvents: new Map(), count: 0 };
}

function copyOf({ state, lastEvents, count }: Position): Position {
  return { state: copyRunState(state), lastEvents: new Map(lastEvents), count };
}

/** A step with the same last event is equal in both states: the earlier object stays, so that nothing is drawn again. */
function keepIdentities(before: Position, after: Position): void {
  for (const [step, seq] of after.lastEvents) {
    const unit = before.lastEvents.get(step) === seq ? before.state.steps.get(step) : undefined;
    if (unit) after.state.steps.set(step, unit);
  }
}
