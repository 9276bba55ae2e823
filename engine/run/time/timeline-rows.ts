import type { Failure } from '../../errors';
import type { RunEvent } from '../state/events';
import type { StepStatus } from '../state/state';
import { aggregate } from './aggregate';
import type { Span } from './span';

/** One line of the timeline. */
export interface TimelineRow {
  readonly step: string;
  /** Joined where iterations overlap. */
  readonly spans: readonly Span[];
  /** Every span of every iteration. */
  readonly parts: readonly Span[];
  /** When it was skipped or its result was reused, for steps that never started. */
  readonly settledAt: number | undefined;
}

/** Builds the lines of a timeline from events; each event is read once. */
export interface TimelineRows {
  /** Reads the events since the last call. */
  update(events: readonly RunEvent[]): void;
  /** Lines in the order in which their steps first appeared. The list is a new object exactly when a line changed. */
  rows(): readonly TimelineRow[];
}

interface OpenSpan extends Span {
  to: number | undefined;
  status: StepStatus;
}

interface Lane {
  readonly spans: OpenSpan[];
  settledAt: number | undefined;
}

interface StepLanes {
  readonly own: Lane;
  /** One lane for each iteration at any depth, by its path. */
  readonly iterations: Map<string, Lane>;
  row: TimelineRow | undefined;
}

export function createTimelineRows(): TimelineRows {
  const steps = new Map<string, StepLanes>();
  let taken = 0;
  let rows: readonly TimelineRow[] = [];

  function take(event: RunEvent): boolean {
    if (!('step' in event) || event.step === undefined) return false;
    if (event.type === 'output_set' || event.type === 'run_failed' || event.type === 'step_logged')
      return false;
    let lanes = steps.get(event.step);
    if (!lanes) {
      lanes = { own: newLane(), iterations: new Map(), row: undefined };
      steps.set(event.step, lanes);
    }
    lanes.row = undefined;
    drawEvent(laneOf(lanes, 'iteration' in event ? event.iteration : undefined), event, Date.parse(event.at));
    return true;
  }

  return {
    update(events) {
      let changed = false;
      for (; taken < events.length; taken += 1) {
        const event = events[taken];
        if (event && take(event)) changed = true;
      }
      if (changed) rows = [...steps].map(([step, lanes]) => rowOf(step, lanes));
    },
    rows: () => rows,
  };
}

function newLane(): Lane {
  return { spans: [], settledAt: undefined };
}

function laneOf(lanes: StepLanes, iteration: readonly number[] | undefined): Lane {
  if (!iteration || iteration.length === 0) return lanes.own;
  const path = iteration.join('.');
  let lane = lanes.iterations.get(path);
  if (!lane) {
    lane = newLane();
    lanes.iterations.set(path, lane);
  }
  return lane;
}

type StepEvent = Extract<RunEvent, { step: string }>;

function drawEvent(lane: Lane, event: StepEvent, at: number): void {
  switch (event.type) {
    case 'step_started':
      close(lane, at);
      lane.spans.push({ kind: 'work', status: 'running', attempt: event.attempt, from: at, to: undefined });
      return;
    case 'step_waiting':
      wait(lane, event, at);
      return;
    case 'iterations_planned':
      resume(lane, event.attempt, at);
      return;
    case 'step_paused':
      close(lane, at, event.moment === 'failure' ? 'failed' : undefined);
      lane.spans.push({
        ...{ kind: 'wait', status: 'waiting', attempt: event.attempt, from: at, to: undefined },
        cause: 'approval',
      });
      return;
    case 'pause_answered':
      close(lane, at);
      return;
    case 'step_retrying':
      close(lane, at, 'failed');
      lane.spans.push({
        kind: 'backoff',
        status: 'retrying',
        attempt: event.attempt,
        from: at,
        to: undefined,
        ...(isRateLimit(event.error) ? { cause: 'rate_limit' } : {}),
      });
      return;
    case 'attempt_interrupted':
      close(lane, at, 'failed');
      return;
    case 'step_completed':
      close(lane, at, 'completed');
      return;
    case 'step_failed':
      close(lane, at, 'failed');
      return;
    case 'step_cancelled':
      close(lane, at, 'cancelled');
      return;
    case 'step_skipped':
    case 'step_reused':
    case 'step_given':
      lane.settledAt = at;
      return;
    default:
      return;
  }
}

function last(lane: Lane): OpenSpan | undefined {
  return lane.spans.at(-1);
}

/** Ends the open span. Only a span of work takes the status: a wait stays a wait however the step ends. */
function close(lane: Lane, at: number, status?: StepStatus): void {
  const span = last(lane);
  if (span && span.to === undefined) span.to = at;
  if (!status) return;
  // All work of an attempt has the colour of its result, also the work before a wait.
  const attempt = span?.attempt;
  for (let index = lane.spans.length - 1; index >= 0; index -= 1) {
    const other = lane.spans[index];
    if (!other || other.attempt !== attempt) break;
    if (other.kind === 'work') other.status = status;
  }
}

/** Adds a wait. Consecutive checks are one wait. */
function wait(
  lane: Lane,
  { attempt, reason }: Extract<StepEvent, { type: 'step_waiting' }>,
  at: number,
): void {
  const span = last(lane);
  if (span?.kind === 'wait' && span.to === undefined) return;
  close(lane, at);
  const cause = reason === 'unknown_effect' ? { cause: 'approval' as const } : {};
  lane.spans.push({ kind: 'wait', status: 'waiting', attempt, from: at, to: undefined, ...cause });
}

/** Whether a service asked to wait before the next attempt. RFC 6585, section 4. */
function isRateLimit({ retry_after, code }: Failure): boolean {
  return retry_after !== undefined || code === '429';
}

function resume(lane: Lane, attempt: number, at: number): void {
  const span = last(lane);
  if (span?.kind === 'work' && span.to === undefined) return;
  close(lane, at);
  lane.spans.push({ kind: 'work', status: 'running', attempt, from: at, to: undefined });
}

function rowOf(step: string, lanes: StepLanes): TimelineRow {
  if (lanes.row) return lanes.row;
  const isLoop = lanes.iterations.size > 0;
  const parts = isLoop ? iterationSpans(lanes) : lanes.own.spans.map((span) => ({ ...span }));
  const row = { step, parts, spans: isLoop ? aggregate(parts) : parts, settledAt: lanes.own.settledAt };
  lanes.row = row;
  return row;
}

function iterationSpans(lanes: StepLanes): Span[] {
  const spans: Span[] = [];
  for (const lane of lanes.iterations.values()) spans.push(...lane.spans);
  return spans;
}

/** A line for each step of a definition, in its order, then those of steps that it does not have. */
export function rowsInOrder(started: readonly TimelineRow[], order: readonly string[]): TimelineRow[] {
  const known = new Map(started.map((row) => [row.step, row]));
  const ids = new Set(order);
  return [
    ...order.map((step) => known.get(step) ?? emptyRow(step)),
    ...started.filter(({ step }) => !ids.has(step)),
  ];
}

/** The line of a step that has not begun. */
export function emptyRow(step: string): TimelineRow {
  return { step, spans: [], parts: [], settledAt: undefined };
}
