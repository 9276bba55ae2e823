import { ExpressionError, resolveValue, type Scope, templateReferences } from '../../expression';
import { type Json, ownProperty } from '../../json';
import type { GraphStep } from '../../pipeline/graph';
import { Undetermined } from '../rerun/predict';
import type { PlannedSameness } from './causes';
import { equalJson } from './equal-json';

/** A parameter of a step in a run and in a plan. */
export interface PlannedInput {
  readonly name: string;
  readonly sameness: PlannedSameness;
  /** In the run; undefined when it has no such parameter, or it contains a secret. */
  readonly left: Json | undefined;
  /** As planned; undefined also where only the planned run will know. */
  readonly right: Json | undefined;
}

/** A step of a run or of a plan, with the names that its parameters may read. */
export interface PlannedSide {
  readonly node: GraphStep | undefined;
  readonly scope: Scope;
}

/** The parameters of a step in a run and in a plan, those that differ first. Both sides are resolved in the same way. */
export function plannedInputs(left: PlannedSide, right: PlannedSide): PlannedInput[] {
  const [before, after] = [left.node?.step.params ?? {}, right.node?.step.params ?? {}];
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  const inputs = names.map((name) => {
    const written = { left: ownProperty(before, name), right: ownProperty(after, name) };
    return isPlain(right.node ?? left.node, name, written)
      ? asWritten(name, written)
      : asResolved(name, written, { left: left.scope, right: right.scope });
  });
  const rank = { different: 0, unknown: 1, same: 2 };
  return inputs.toSorted((a, b) => rank[a.sameness] - rank[b.sameness]);
}

interface Sides<T> {
  readonly left: T;
  readonly right: T;
}

type Written = Sides<Json | undefined>;

/** Whether texts are compared: the action evaluates them itself, or they contain a secret. */
function isPlain(node: GraphStep | undefined, name: string, { left, right }: Written): boolean {
  const reads = node?.descriptor?.params.properties?.[name]?.reads ?? 'template';
  if (reads !== 'template' && reads !== 'bound') return true;
  return [left, right].some((value) => value !== undefined && readsSecret(value));
}

function readsSecret(value: Json): boolean {
  return templateReferences(value).some(({ reference }) => reference.root === 'secrets');
}

function asWritten(name: string, { left, right }: Written): PlannedInput {
  return { name, sameness: isEqual(left, right) ? 'same' : 'different', left, right };
}

function asResolved(name: string, written: Written, scopes: Sides<Scope>): PlannedInput {
  const left = resolved(written.left, scopes.left);
  const right = resolved(written.right, scopes.right);
  if (left === 'unknown' || right === 'unknown') {
    const known = left === 'unknown' ? undefined : left.value;
    return { name, sameness: 'unknown', left: known, right: undefined };
  }
  const sameness = isEqual(left.value, right.value) ? 'same' : 'different';
  return { name, sameness, left: left.value, right: right.value };
}

/** @throws NotLoaded for a large value that the parameter reads */
function resolved(value: Json | undefined, scope: Scope): { readonly value: Json | undefined } | 'unknown' {
  if (value === undefined) return { value };
  try {
    return { value: resolveValue(value, scope) };
  } catch (error) {
    if (error instanceof Undetermined || error instanceof ExpressionError) return 'unknown';
    throw error;
  }
}

function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return equalJson(left, right);
}
