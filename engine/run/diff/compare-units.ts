import type { Json } from '../../json';
import { isJsonObject, ownProperty } from '../../json';
import { diffJson, type JsonDiff } from './diff-json';
import { type ComparedStep, type StepFacts, stepFacts } from './diff-steps';

/** One parameter of two attempts. */
export interface InputDiff {
  readonly name: string;
  readonly isSame: boolean;
  /** Undefined when the attempt had no such parameter. */
  readonly left: Json | undefined;
  readonly right: Json | undefined;
}

/** A step in two runs, parameter by parameter. */
export interface UnitComparison extends StepFacts {
  /** How the written steps differ. */
  readonly definitionDiff: JsonDiff;
  /** Parameters that differ first, each in the order of the right attempt. */
  readonly inputDiffs: readonly InputDiff[];
}

/** The step of one run, with the resolved inputs of its last attempt where they are at hand. */
export interface UnitSide extends ComparedStep {
  readonly inputs: Json | undefined;
  /** As written. */
  readonly written: Json | undefined;
}

/** What is the same and what differs between two executions of a step. Pure: values are arguments. */
export function compareUnits(left: UnitSide, right: UnitSide): UnitComparison {
  return {
    ...stepFacts(left, right),
    definitionDiff: diffJson(left.written ?? null, right.written ?? null),
    inputDiffs: inputDiffs(left.inputs, right.inputs),
  };
}

function inputDiffs(left: Json | undefined, right: Json | undefined): InputDiff[] {
  const [before, after] = [fieldsOf(left), fieldsOf(right)];
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  const diffs = names.map((name): InputDiff => {
    const [from, to] = [ownProperty(before, name), ownProperty(after, name)];
    const isSame = from !== undefined && to !== undefined && diffJson(from, to, 1).total === 0;
    return { name, isSame, left: from, right: to };
  });
  return [...diffs.filter(({ isSame }) => !isSame), ...diffs.filter(({ isSame }) => isSame)];
}

function fieldsOf(inputs: Json | undefined) {
  return inputs !== undefined && isJsonObject(inputs) ? inputs : {};
}
