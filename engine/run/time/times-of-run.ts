import type { Graph } from '../../pipeline/graph';
import type { RunEvent } from '../state/events';
import { foldEvents } from '../state/fold';
import { isTerminal } from '../state/fold-unit';
import type { RunState } from '../state/state';
import { type RunTimes, runTimes } from './run-times';
import { createTimelineRows, rowsInOrder } from './timeline-rows';
import { createInstants } from './transitions';
import { remainingMs, type UsualTimes } from './usual';

type KnownGraph = Pick<Graph, 'steps' | 'order'>;

/** Where the time of a run went. @param now the newest known instant of an active run, ms since 1970 */
export function timesOfRun(events: readonly RunEvent[], graph: KnownGraph, now: number): RunTimes {
  const timeline = createTimelineRows();
  timeline.update(events);
  const { createdAt, startedAt, finishedAt } = foldEvents(events);
  const reached = finishedAt === undefined ? now : Date.parse(finishedAt);
  return runTimes({
    ...{ rows: rowsInOrder(timeline.rows(), graph.order), graph, reached, pauses: pausesOf(events) },
    createdAt: Date.parse(createdAt),
    startedAt: startedAt === undefined ? undefined : Date.parse(startedAt),
  });
}

/** The estimated time until a run ends, in ms; undefined when it has ended, or without usual durations. */
export function estimateRemaining(
  state: RunState,
  times: RunTimes,
  options: { readonly graph: KnownGraph; readonly usual: UsualTimes; readonly now: number },
): number | undefined {
  if (isTerminal(state.status)) return undefined;
  const isSettled = (step: string) => isTerminal(state.steps.get(step)?.status ?? 'pending');
  return remainingMs({ times, isSettled, ...options });
}

/** The state of a run at an instant, by the same fold. @param offsetMs since its start */
export function stateAt(events: readonly RunEvent[], offsetMs: number): RunState {
  const { startedAt, createdAt } = foldEvents(events);
  const instants = createInstants();
  instants.update(events);
  return foldEvents(events.slice(0, instants.countAt(Date.parse(startedAt ?? createdAt) + offsetMs)));
}

function pausesOf(events: readonly RunEvent[]): { from: number; to: number | undefined }[] {
  const pauses: { from: number; to: number | undefined }[] = [];
  for (const { type, at } of events) {
    const last = pauses.at(-1);
    const isPaused = last !== undefined && last.to === undefined;
    if (type === 'run_paused' && !isPaused) pauses.push({ from: Date.parse(at), to: undefined });
    else if (isPaused && ENDS_PAUSE.has(type)) last.to = Date.parse(at);
  }
  return pauses;
}

const ENDS_PAUSE: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'run_resumed',
  'run_completed',
  'run_failed',
  'run_cancelled',
]);
