import { warningsInside } from '../state/count-warnings';
import type { Payload, RunEvent, RunEventBody } from '../state/events';
import { PENDING_UNIT } from '../state/pending-unit';
import type { RunState, UnitState } from '../state/state';
import type { PlannedStep, RerunPlan } from './rerun-plan';

type ReusedBody = Extract<RunEventBody, { type: 'step_reused' }>;

/**
 * The events with which a planned re-run begins: what it takes over from the original, and the steps that it leaves out.
 * Large values stay references.
 * @param events the journal of the original
 */
export function reuseEvents(plan: RerunPlan, original: RunState, events: Iterable<RunEvent>): RunEventBody[] {
  const set = outputsSet(events);
  return plan.steps.flatMap((planned) => {
    const unit = original.steps.get(planned.step) ?? PENDING_UNIT;
    if (planned.do === 'skip') return skipped(planned);
    if (planned.given) return given(planned.step, planned.given);
    if (planned.do === 'reuse') return reused(planned.step, unit, original, set.get(planned.step));
    return iterations(planned, unit, original);
  });
}

/** Steps that the choice leaves out. The planner of the re-run decides about all other skips itself. */
function skipped({ step, skip, detail, isKept }: PlannedStep): RunEventBody[] {
  if (!isKept || skip === undefined) return [];
  return [{ type: 'step_skipped', step, reason: skip, ...(detail === undefined ? {} : { detail }) }];
}

function given(step: string, { given: source, output, branch }: UnitState): RunEventBody[] {
  if (source === undefined || output === undefined) return [];
  const taken = branch && { taken: branch.taken, not_taken: [...branch.notTaken] };
  return [{ type: 'step_given', step, source, output, ...(taken ? { branch: taken } : {}) }];
}

function reused(
  step: string,
  unit: UnitState,
  original: RunState,
  set: Record<string, Payload> | undefined,
): ReusedBody[] {
  const event = reusedUnit({ step }, unit, original);
  return event ? [{ ...event, ...(set ? { set } : {}) }] : [];
}

function iterations({ step, iterations: planned }: PlannedStep, unit: UnitState, original: RunState) {
  return (planned?.reused ?? []).flatMap((index) => {
    const inner = unit.iterations?.units.get(index);
    return (inner && reusedUnit({ step, iteration: [index] }, inner, original)) ?? [];
  });
}

function reusedUnit(
  address: { step: string; iteration?: number[] },
  unit: UnitState,
  original: RunState,
): ReusedBody | undefined {
  const result = resultOf(unit);
  const last = unit.attempts.at(-1);
  if (!result || !last) return undefined;
  const past = {
    attempt: last.attempt,
    action: unit.action ?? '',
    started_at: last.startedAt,
    finished_at: unit.finishedAt ?? last.startedAt,
    inputs: last.inputs,
    ...(last.release > 1 ? { release: last.release } : {}),
  };
  const from = unit.reusedFrom ?? original.runId;
  return { type: 'step_reused', ...address, from_run: from, past, result, ...inside(unit) };
}

function inside(unit: UnitState): Pick<ReusedBody, 'inside'> {
  const found = warningsInside(unit);
  if (!found) return {};
  const { failedIterations, iterations: total, errorResponses } = found;
  return {
    inside: { failed_iterations: failedIterations, iterations: total, error_responses: errorResponses },
  };
}

function resultOf({
  status,
  output,
  branch,
  warning,
  error,
  tolerated,
}: UnitState): ReusedBody['result'] | undefined {
  if (status === 'completed' && output) {
    const taken = branch && { taken: branch.taken, not_taken: [...branch.notTaken] };
    return { status, output, ...(taken ? { branch: taken } : {}), ...(warning ? { warning } : {}) };
  }
  if (status !== 'failed' || !error) return undefined;
  return { status, error, ...(tolerated ? { tolerated } : {}) };
}

/** The outputs of the run that each step set, by step. */
function outputsSet(events: Iterable<RunEvent>): ReadonlyMap<string, Record<string, Payload>> {
  const set = new Map<string, Record<string, Payload>>();
  for (const event of events) {
    if (event.type === 'output_set')
      set.set(event.step, { ...set.get(event.step), [event.key]: event.value });
    else if (event.type === 'step_reused' && event.set) set.set(event.step, event.set);
  }
  return set;
}
