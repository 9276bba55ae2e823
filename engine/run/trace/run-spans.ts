import type { Failure } from '../../errors';
import { type AttemptState, publicRunId, type RunState, type UnitState } from '../state/state';
import { childOf, parentOf, type UnitAddress, unitKey } from '../state/unit';
import { parseTraceparent } from './trace-context';
import { spanIdOf, type TracedRun, traceIdOf } from './trace-ids';

/** One span of a run, without values of steps: names, times and failures only. */
export interface RunSpan {
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why it failed; undefined when it did not. */
  readonly failure: Failure | undefined;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly links: readonly SpanLink[];
}

/** A span of another trace. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

/** What a journal does not contain. */
interface SpanFacts {
  /** Attributes of the run. */
  readonly attributes: RunSpan['attributes'];
  /** The run that a re-run repeats. */
  readonly original?: TracedRun | undefined;
}

/** Actions that call another service over HTTP. */
const CLIENT_ACTIONS: ReadonlySet<string> = new Set(['http_request']);

/**
 * The spans of an ended run, from the fold of its journal: the run, steps, iterations, attempts, the outer ones first.
 * A chunk of a loop adds its iterations to the trace of its run. Ids are derived, so that each fold gives the same spans.
 */
export function* runSpans(state: RunState, facts: SpanFacts): Generator<RunSpan> {
  const { chunk } = state;
  if (chunk === undefined) yield runSpan(state, facts);
  for (const [step, unit] of state.steps) {
    if (chunk === undefined) yield* unitSpans(state, { step, iteration: [] }, unit);
  }
  for (const [step, unit] of state.steps) {
    if (chunk === undefined || chunk.step === step) yield* insideSpans(state, { step, iteration: [] }, unit);
  }
}

function runSpan(state: RunState, { attributes, original }: SpanFacts): RunSpan {
  const { runId, trace, status, createdAt } = state;
  const parent = parseTraceparent(trace?.parent);
  return {
    spanId: spanIdOf(runId),
    parentSpanId: parent?.spanId,
    name: `run ${attributes['pipewright.pipeline.name'] ?? state.pipelineId}`,
    kind: parent ? 'server' : 'internal',
    startedAt: createdAt,
    endedAt: endOf(state),
    failure: status === 'failed' ? state.error : undefined,
    attributes: {
      'pipewright.run.id': runId,
      'pipewright.run.status': status,
      'pipewright.pipeline.id': state.pipelineId,
      'pipewright.pipeline.version': state.version,
      ...attributes,
    },
    links: original ? [{ traceId: traceIdOf(original), spanId: spanIdOf(original.runId) }] : [],
  };
}

function* insideSpans(state: RunState, loop: UnitAddress, unit: UnitState): Generator<RunSpan> {
  for (const [index, child] of unit.iterations?.units ?? []) {
    const address = childOf(loop, index);
    yield* unitSpans(state, address, child);
    yield* insideSpans(state, address, child);
  }
}

/** A step or iteration that was executed in this run, and its attempts. */
function* unitSpans(state: RunState, address: UnitAddress, unit: UnitState): Generator<RunSpan> {
  const { startedAt, finishedAt, reusedFrom, given } = unit;
  if (startedAt === undefined || reusedFrom !== undefined) return;
  // A person may give an output after a failed attempt.
  if (given !== undefined && unit.attempts.length === 0) return;
  const runId = publicRunId(state);
  yield {
    spanId: spanIdOf(runId, address),
    parentSpanId: spanIdOf(runId, parentOf(address)),
    name: unitKey(address),
    kind: 'internal',
    startedAt,
    endedAt: finishedAt ?? endOf(state),
    failure: unit.status === 'failed' ? unit.error : undefined,
    attributes: { ...unitAttributes(address, unit), 'pipewright.step.status': unit.status },
    links: [],
  };
  for (const attempt of unit.attempts) yield attemptSpan(state, { address, unit, attempt });
}

function attemptSpan(
  state: RunState,
  {
    address,
    unit,
    attempt,
  }: { readonly address: UnitAddress; readonly unit: UnitState; readonly attempt: AttemptState },
): RunSpan {
  const runId = publicRunId(state);
  return {
    spanId: spanIdOf(runId, address, attempt.attempt),
    parentSpanId: spanIdOf(runId, address),
    name: `${unitKey(address)} attempt ${attempt.attempt}`,
    kind: CLIENT_ACTIONS.has(unit.action ?? '') ? 'client' : 'internal',
    startedAt: attempt.startedAt,
    endedAt: attempt.finishedAt ?? unit.finishedAt ?? endOf(state),
    failure: attempt.error ?? interruption(attempt),
    attributes: {
      ...unitAttributes(address, unit),
      'pipewright.attempt': attempt.attempt,
      'pipewright.attempt.status': attempt.status,
    },
    links: [],
  };
}

function unitAttributes({ step, iteration }: UnitAddress, { action }: UnitState): RunSpan['attributes'] {
  return {
    'pipewright.step.id': step,
    ...(action === undefined ? {} : { 'pipewright.step.action': action }),
    ...(iteration.length === 0 ? {} : { 'pipewright.iteration': iteration.join('.') }),
  };
}

function interruption({ attempt, status }: AttemptState): Failure | undefined {
  if (status !== 'interrupted') return undefined;
  return { kind: 'unknown_effect', message: `Attempt ${attempt} was interrupted.` };
}

function endOf({ finishedAt, startedAt, createdAt }: RunState): string {
  return finishedAt ?? startedAt ?? createdAt;
}
