import type { Graph, GraphStep } from '../../pipeline/graph';
import { awaitedSignals, conditionsOf } from '../state/awaited-signals';
import { criticalPath } from './critical-path';
import { type Span, WAIT_CAUSES, type WaitCause } from './span';
import { type Interval, measureKinds } from './sweep';
import type { TimelineRow } from './timeline-rows';

/** Time spent on work, and on waiting by cause. */
export interface TimeShare {
  /** From its start to its end or the newest known instant, as the history measures it. */
  readonly durationMs: number;
  /** The duration, with the queue before the start: the sum of work and waits. */
  readonly totalMs: number;
  readonly workMs: number;
  /** Causes with any time, in ms. */
  readonly waits: Readonly<Partial<Record<WaitCause, number>>>;
}

/** The time of one step, from when it could start. */
export interface StepTime extends TimeShare {
  readonly step: string;
  /** When the steps before it had ended, when it started and when it ended: ms since 1970. */
  readonly readyAt: number;
  readonly from: number;
  /** Undefined while it is active. */
  readonly to: number | undefined;
  /** Whether the run would have ended earlier had this step been shorter. */
  readonly isCritical: boolean;
}

/** Where the time of a run went. */
export interface RunTimes extends TimeShare {
  /** Steps that were executed, in the order of the definition. */
  readonly steps: readonly StepTime[];
  /** The steps that decided when the run ended, the first first. */
  readonly critical: readonly string[];
}

export interface RunTimesInput {
  readonly rows: readonly TimelineRow[];
  readonly graph: Pick<Graph, 'steps'>;
  /** ms since 1970. */
  readonly createdAt: number;
  /** Undefined while the run is queued. */
  readonly startedAt: number | undefined;
  /** The end of the run, or the newest known instant. */
  readonly reached: number;
  /** When the run was paused. */
  readonly pauses: readonly { readonly from: number; readonly to: number | undefined }[];
}

type Kind = WaitCause | 'work' | 'rest';

/** Work counts before any wait that goes on meanwhile; time without a reason is the engine's own work. */
const ORDER: readonly Kind[] = ['work', ...WAIT_CAUSES, 'rest'];

/** Where the time of a run went: work, waiting by cause, and the steps that decided its duration. */
export function runTimes(input: RunTimesInput): RunTimes {
  const { rows, createdAt, reached } = input;
  const started = input.startedAt ?? reached;
  const executed = rows.filter(({ spans }) => spans.length > 0);
  const ends = new Map(rows.map((row) => [row.step, endOf(row, reached)]));
  const critical = criticalPath({ ...input, ends });
  const isCritical = new Set(critical);
  const steps = executed.map((row): StepTime => {
    const { readyAt, from } = startOf(row, input, ends, started);
    const to = row.spans.at(-1)?.to;
    const rest = { kind: 'rest' as const, from, to: to ?? reached };
    const share = shareOf([...intervalsOf(row, input, readyAt), rest], rest.to - from);
    return { step: row.step, readyAt, from, to, isCritical: isCritical.has(row.step), ...share };
  });
  const intervals: Interval<Kind>[] = [
    ...rows.flatMap((row) => intervalsOf(row, input, startOf(row, input, ends, started).readyAt)),
    ...pausesOf(input, createdAt, reached),
    { kind: 'queue', from: createdAt, to: started },
    { kind: 'rest', from: createdAt, to: reached },
  ];
  return { ...shareOf(intervals, reached - started), steps, critical };
}

function shareOf(intervals: readonly Interval<Kind>[], durationMs: number): TimeShare {
  const measured = measureKinds(intervals, ORDER);
  const waits = Object.fromEntries(
    WAIT_CAUSES.flatMap((cause) => {
      const ms = measured.get(cause) ?? 0;
      return ms > 0 ? [[cause, ms]] : [];
    }),
  );
  const workMs = (measured.get('work') ?? 0) + (measured.get('rest') ?? 0);
  return { durationMs, workMs, waits, totalMs: [...measured.values()].reduce((sum, ms) => sum + ms, 0) };
}

/** When a step could start, and when it did. A step that never started has no time. */
function startOf(
  { step, spans }: TimelineRow,
  { graph }: RunTimesInput,
  ends: ReadonlyMap<string, number | undefined>,
  started: number,
) {
  const before = (graph.steps.get(step)?.upstream ?? []).flatMap((id) => ends.get(id) ?? []);
  const from = spans[0]?.from ?? started;
  return { from, readyAt: Math.min(from, Math.max(started, ...before)) };
}

/** When a step ended; an active one has not ended before the known end. */
function endOf({ spans, settledAt }: TimelineRow, reached: number): number | undefined {
  const last = spans.at(-1);
  return last ? (last.to ?? reached) : settledAt;
}

function intervalsOf(row: TimelineRow, input: RunTimesInput, readyAt: number): Interval<Kind>[] {
  const [first] = row.spans;
  if (first === undefined) return [];
  const { reached } = input;
  const timer = timerCause(input.graph.steps.get(row.step));
  const last = row.spans.at(-1)?.to ?? reached;
  return [
    { kind: 'queue', from: readyAt, to: first.from },
    ...pausesOf(input, readyAt, last),
    ...row.parts.map((span) => ({ kind: kindOf(span, timer), from: span.from, to: span.to ?? reached })),
  ];
}

function pausesOf({ pauses, reached }: RunTimesInput, from: number, to: number): Interval<Kind>[] {
  return pauses.map((pause) => ({
    kind: 'paused',
    from: Math.max(pause.from, from),
    to: Math.min(pause.to ?? reached, to),
  }));
}

function kindOf({ kind, cause }: Span, timer: WaitCause): Kind {
  if (kind === 'work') return 'work';
  if (cause !== undefined) return cause;
  return kind === 'backoff' ? 'backoff' : timer;
}

/** What the timer of a step stands for: a signal that its condition reads, another condition, or only the time. */
function timerCause(step: GraphStep | undefined): WaitCause {
  const conditions = step ? conditionsOf(step.step.params, step.descriptor) : [];
  if (conditions.some((text) => awaitedSignals(text).length > 0)) return 'approval';
  return conditions.length > 0 ? 'condition' : 'sleep';
}
