import type { Json } from '../../json';
import type { Step } from '../../pipeline/schema';
import { canonicalText } from '../rerun/canonical';
import type { Payload } from '../state/events';
import type { StepStatus, UnitState } from '../state/state';
import type { Sameness } from './causes';
import { equalJson } from './equal-json';

/** One step in one of two runs. */
export interface StepSide {
  readonly status: StepStatus;
  /** From its start to its end, in ms; undefined while it is active or when it never started. */
  readonly durationMs: number | undefined;
  readonly attempts: number;
  /** Whether another run executed it. */
  readonly reused: boolean;
}

/** Iterations of a loop that ended differently. */
export interface IterationsDiff {
  readonly different: number;
  /** Positions of the first ones. */
  readonly first: readonly number[];
}

/** What differs of one step, without the reason. */
export interface StepFacts {
  readonly left: StepSide | undefined;
  readonly right: StepSide | undefined;
  readonly definition: Sameness;
  readonly inputs: Sameness;
  readonly output: Sameness;
  readonly error: Sameness;
  readonly iterations: IterationsDiff | undefined;
  /** Whether status, output, error or reason of a skip differ. Durations and attempts do not count. */
  readonly endsDifferently: boolean;
}

/** A step of a run, as compared. */
export interface ComparedStep {
  readonly step: Step | undefined;
  readonly unit: UnitState | undefined;
}

/** Largest number of iterations that are named. */
const MAX_ITERATIONS = 100;

export function stepFacts(left: ComparedStep, right: ComparedStep): StepFacts {
  const inputs = sameness(inputsOf(left.unit), inputsOf(right.unit));
  const output = sameness(outputOf(left.unit), outputOf(right.unit));
  const error = ofValues(left.unit?.error, right.unit?.error);
  const skip = ofValues(left.unit?.skip, right.unit?.skip);
  const hasOtherStatus = left.unit?.status !== right.unit?.status;
  return {
    ...{ left: stepSideOf(left.unit), right: stepSideOf(right.unit), inputs, output, error },
    definition: ofValues(left.step, right.step),
    iterations: iterationsDiff(left.unit, right.unit),
    endsDifferently: hasOtherStatus || [output, error, skip].includes('different'),
  };
}

/** How a unit was executed. */
export function stepSideOf(unit: UnitState | undefined): StepSide | undefined {
  if (!unit) return undefined;
  const { status, startedAt, finishedAt, attempts, reusedFrom } = unit;
  const durationMs =
    startedAt === undefined || finishedAt === undefined
      ? undefined
      : Date.parse(finishedAt) - Date.parse(startedAt);
  return { status, durationMs, attempts: attempts.length, reused: reusedFrom !== undefined };
}

/** What the step received: the parameters of its last attempt, or the items of its iterations. */
export function inputsOf(unit: UnitState | undefined): readonly Payload[] {
  const inputs = unit?.attempts.at(-1)?.inputs;
  if (inputs) return [inputs];
  return unit?.iterations?.items ?? unit?.chunks?.items ?? [];
}

function outputOf(unit: UnitState | undefined): readonly Payload[] {
  return unit?.output === undefined ? [] : [unit.output];
}

function sameness(left: readonly Payload[], right: readonly Payload[]): Sameness {
  if (left.length === 0 && right.length === 0) return 'none';
  const isSame =
    left.length === right.length &&
    left.every((payload, index) => {
      const other = right[index];
      return other !== undefined && equalPayloads(payload, other);
    });
  return isSame ? 'same' : 'different';
}

/** Large values are compared by hash, without reading them. */
export function equalPayloads(left: Payload, right: Payload): boolean {
  if ('ref' in left || 'ref' in right) return 'ref' in left && 'ref' in right && left.ref === right.ref;
  return equalJson(left.value, right.value);
}

/** Whether a step is written in the same way in two definitions. */
export function definitionSameness(left: Step | undefined, right: Step | undefined): Sameness {
  return ofValues(left, right);
}

function ofValues(left: object | undefined, right: object | undefined): Sameness {
  if (left === undefined && right === undefined) return 'none';
  return textOf(left) === textOf(right) ? 'same' : 'different';
}

/** Without members that are undefined, which JSON does not have. */
function textOf(value: object | undefined): string {
  const json: Json = value === undefined ? null : JSON.parse(JSON.stringify(value));
  return canonicalText(json);
}

function iterationsDiff(
  left: UnitState | undefined,
  right: UnitState | undefined,
): IterationsDiff | undefined {
  const [lefts, rights] = [left?.iterations, right?.iterations];
  if (!lefts && !rights) return undefined;
  const positions = [...new Set([...(lefts?.units.keys() ?? []), ...(rights?.units.keys() ?? [])])];
  const different = positions.filter(
    (index) => !isSameUnit(lefts?.units.get(index), rights?.units.get(index)),
  );
  return { different: different.length, first: different.sort((a, b) => a - b).slice(0, MAX_ITERATIONS) };
}

function isSameUnit(left: UnitState | undefined, right: UnitState | undefined): boolean {
  if (left === right) return true;
  return (
    left?.status === right?.status &&
    sameness(outputOf(left), outputOf(right)) !== 'different' &&
    ofValues(left?.error, right?.error) !== 'different'
  );
}
