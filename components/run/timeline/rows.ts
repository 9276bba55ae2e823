import type { RunEvent, StepStatus } from '@/engine';

/** A stretch of a step's time. Open while it lasts. */
export interface Span {
  /** `work`: an attempt at it. `wait`: a timer, a poll, a person. `backoff`: the pause before the next attempt. */
  readonly kind: 'work' | 'wait' | 'backoff';
  /** How it ended, or `running`. */
  readonly status: StepStatus;
  /** 0 for a stretch in which several iterations are drawn as one. */
  readonly attempt: number;
  /** ms since 1970. */
  readonly from: number;
  /** ms since 1970; undefined while it lasts. */
  readonly to: number | undefined;
}

/** One line of the timeline. */
export interface TimelineRow {
  readonly step: string;
  readonly spans: readonly Span[];
  /** When and why it was skipped, for steps that never started. */
  readonly skippedAt: number | undefined;
}

/** Builds the lines of a timeline as events come in; each event is looked at once. */
export interface TimelineRows {
  /** Takes the events that were not there the last time. */
  update(events: readonly RunEvent[]): void;
  /** Lines in the order in which their steps first appeared. The list is new exactly when something changed. */
  rows(): readonly TimelineRow[];
}

interface OpenSpan extends Span {
  to: number | undefined;
  status: StepStatus;
}

interface Lane {
  readonly spans: OpenSpan[];
  skippedAt: number | undefined;
}

interface StepLanes {
  readonly own: Lane;
  /** One lane for each iteration, whatever its depth, by its path. */
  readonly iterations: Map<string, Lane>;
  row: TimelineRow | undefined;
}

/** Makes an empty timeline. */
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
  return { spans: [], skippedAt: undefined };
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
      wait(lane, event.attempt, at);
      return;
    case 'iterations_planned':
      resume(lane, event.attempt, at);
      return;
    case 'step_retrying':
      close(lane, at, 'failed');
      lane.spans.push({
        kind: 'backoff',
        status: 'retrying',
        attempt: event.attempt,
        from: at,
        to: undefined,
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
      lane.skippedAt = at;
      return;
    default:
      return;
  }
}

function last(lane: Lane): OpenSpan | undefined {
  return lane.spans.at(-1);
}

/** Ends what is open. A status is written only onto work: a wait stays a wait however the step ends. */
function close(lane: Lane, at: number, status?: StepStatus): void {
  const span = last(lane);
  if (span && span.to === undefined) span.to = at;
  if (!status) return;
  // The result of an attempt colours all of its work, also that before a wait.
  const attempt = span?.attempt;
  for (let index = lane.spans.length - 1; index >= 0; index -= 1) {
    const other = lane.spans[index];
    if (!other || other.attempt !== attempt) break;
    if (other.kind === 'work') other.status = status;
  }
}

/** Polls come one after another: together they are one wait. */
function wait(lane: Lane, attempt: number, at: number): void {
  const span = last(lane);
  if (span?.kind === 'wait' && span.to === undefined) return;
  close(lane, at);
  lane.spans.push({ kind: 'wait', status: 'waiting', attempt, from: at, to: undefined });
}

function resume(lane: Lane, attempt: number, at: number): void {
  const span = last(lane);
  if (span?.kind === 'work' && span.to === undefined) return;
  close(lane, at);
  lane.spans.push({ kind: 'work', status: 'running', attempt, from: at, to: undefined });
}

function rowOf(step: string, lanes: StepLanes): TimelineRow {
  if (lanes.row) return lanes.row;
  const spans = lanes.iterations.size > 0 ? aggregate(lanes) : lanes.own.spans.map((span) => ({ ...span }));
  const row = { step, spans, skippedAt: lanes.own.skippedAt };
  lanes.row = row;
  return row;
}

/** Among iterations that overlap, the one that needs attention most gives the colour. */
const LOUDNESS: readonly string[] = [
  'work:failed',
  'backoff:retrying',
  'work:running',
  'work:cancelled',
  'work:completed',
  'wait:waiting',
];

function loudness(span: Span): number {
  const place = LOUDNESS.indexOf(`${span.kind}:${span.status}`);
  return place < 0 ? LOUDNESS.length : place;
}

/** One lane out of many: at every instant the loudest of what goes on then. Sweeps over the ends of all stretches, n log n. */
function aggregate(lanes: StepLanes): Span[] {
  const all = [...lanes.iterations.values()].flatMap((lane) => lane.spans);
  const edges = all.flatMap((span) => [
    { at: span.from, span, opens: true },
    // A failure within one millisecond must still be seen.
    ...(span.to === undefined ? [] : [{ at: Math.max(span.to, span.from + 1), span, opens: false }]),
  ]);
  edges.sort((a, b) => a.at - b.at || Number(a.opens) - Number(b.opens));
  const open = new Array<number>(LOUDNESS.length + 1).fill(0);
  const samples = new Map(all.map((span) => [loudness(span), span] as const));
  const spans: OpenSpan[] = [];
  let current: OpenSpan | undefined;
  for (const [index, edge] of edges.entries()) {
    const place = loudness(edge.span);
    open[place] = (open[place] ?? 0) + (edge.opens ? 1 : -1);
    // Several edges at one instant are one change.
    if (edges[index + 1]?.at === edge.at) continue;
    const loudest = open.findIndex((count) => count > 0);
    const sample = samples.get(loudest);
    if (current && sample && current.kind === sample.kind && current.status === sample.status) continue;
    if (current) current.to = edge.at;
    current = sample && {
      kind: sample.kind,
      status: sample.status,
      attempt: 0,
      from: edge.at,
      to: undefined,
    };
    if (current) spans.push(current);
  }
  return spans;
}
