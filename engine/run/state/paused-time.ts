import type { RunState } from './state';

/** What the paused time of a run is computed from. */
export type PausedTime = Pick<RunState, 'frozenSince' | 'startedAt' | 'pausedMs'>;

/** How long the timeouts of a run did not count since it started, until now, in ms. @param now ms since 1970 */
export function pausedMs(state: PausedTime, now: number): number {
  if (state.frozenSince === undefined || state.startedAt === undefined) return state.pausedMs;
  const since = Math.max(Date.parse(state.frozenSince), Date.parse(state.startedAt));
  return state.pausedMs + Math.max(0, now - since);
}
