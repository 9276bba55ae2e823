import type { RunEvent } from '../state/events';
import { addressOf, unitKey } from '../state/unit';

type Wait = Extract<RunEvent, { type: 'step_waiting' }>;

/** Consecutive waits of one unit. */
interface Streak {
  readonly attempt: number;
  /** Index of the newest one in the compacted journal. */
  readonly place: number;
  readonly length: number;
}

/**
 * A shorter journal that folds to the same state: of consecutive waits of a unit, as a poll records them, only the
 * first and the last remain, the last with the number of waits it stands for. A journal may be compacted in slices that
 * start at any event.
 */
export function compactEvents(events: readonly RunEvent[]): RunEvent[] {
  const compacted: (RunEvent | undefined)[] = [];
  const streaks = new Map<string, Streak>();
  for (const event of events) {
    if (event.type === 'step_waiting' && event.reason === 'timer') addWait(compacted, streaks, event);
    else {
      breakStreaks(streaks, event);
      compacted.push(event);
    }
  }
  return compacted.filter((event) => event !== undefined);
}

function addWait(compacted: (RunEvent | undefined)[], streaks: Map<string, Streak>, event: Wait): void {
  const key = unitKey(addressOf(event));
  const known = streaks.get(key);
  const streak = known?.attempt === event.attempt ? known : undefined;
  const waits = event.times ?? 1;
  const isThird = streak !== undefined && streak.length > 1;
  const before = isThird ? compacted[streak.place] : undefined;
  if (isThird) compacted[streak.place] = undefined;
  const times = waits + (before?.type === 'step_waiting' ? (before.times ?? 1) : 0);
  compacted.push(times > 1 ? { ...event, times } : event);
  streaks.set(key, {
    attempt: event.attempt,
    place: compacted.length - 1,
    length: (streak?.length ?? 0) + 1,
  });
}

/** Events about a unit, a loop around it or the whole run may change what its next wait means. */
function breakStreaks(streaks: Map<string, Streak>, event: RunEvent): void {
  if (streaks.size === 0) return;
  if (!('step' in event) || event.step === undefined) {
    streaks.clear();
    return;
  }
  const key = unitKey({ step: event.step, iteration: 'iteration' in event ? (event.iteration ?? []) : [] });
  for (const other of streaks.keys()) {
    if (other === key || other.startsWith(`${key}[`)) streaks.delete(other);
  }
}
