import type { JsonSchema } from '../catalogue';
import { accessText, type BinaryNode, type MemberNode, type NameNode, type Node, pathText } from './ast';
import { kindWords } from './check-operators';
import { findFunction, signature } from './functions';
import { type Checking, type ExpressionProblem, report } from './problem';
import { type Field, fieldOf, knownFields } from './shape';
import { closest } from './suggest';
import type { TypeScope } from './types';

/** Largest number of ids in a message. */
const MAX_NAMED = 8;

/** The hint for a step id that does not exist. */
export function unknownStepHint(id: string, types: TypeScope): string | undefined {
  const ids = types.steps ?? [];
  const near = closest(id, ids);
  if (near !== undefined) return `Did you mean ${near}?`;
  return ids.length === 0 ? undefined : `Steps: ${listed(ids)}.`;
}

/** The schema of a name. Reports a name that does not exist. */
export function checkName(node: NameNode, checking: Checking): JsonSchema {
  const { names } = checking.types;
  const schema = Object.hasOwn(names, node.name) ? names[node.name] : undefined;
  if (schema) return schema;
  const { name } = node;
  const problem = {
    code: 'unknown_name',
    severity: harm(checking),
    message: `Unknown name ${name}.`,
  } as const;
  report(checking, node, problem, nameHint(name, checking.types));
  return {};
}

function nameHint(name: string, types: TypeScope): string {
  const called = findFunction(name);
  if (called) return `Call the function: ${signature(called)}.`;
  if (types.step(name)) return outputHint(name);
  const near = closest(name, ['steps', ...Object.keys(types.names)]);
  if (near !== undefined) return `Did you mean ${near}?`;
  return `For text, write "${name}". Names: ${listed(['steps', ...Object.keys(types.names)])}.`;
}

function outputHint(id: string): string {
  return `Write steps.${id}.output for the output of this step.`;
}

/**
 * Reports `fetch.body`, the short form that chips show of `steps.fetch.output.body`, with the full form. Returns whether
 * the node was one.
 */
export function checkShortForm({ object, property }: MemberNode, checking: Checking): boolean {
  const id = writtenId(object);
  if (id === undefined || Object.hasOwn(checking.types.names, id)) return false;
  const output = checking.types.step(id);
  if (output === undefined) return false;
  const message = `Unknown name ${id}.`;
  const problem = { code: 'unknown_name', severity: harm(checking), message } as const;
  report(checking, object, problem, shortFormHint(id, String(property), output));
  return true;
}

/** A field of the output counts before a part of the step with the same name. */
function shortFormHint(id: string, property: string, output: JsonSchema): string {
  if (knownFields(output).some(([name]) => name === property)) return outputHint(id);
  if (property === 'status' || property === 'error')
    return `Write steps.${id} for the ${property} of this step.`;
  return property === 'output' || property === 'outputs'
    ? `Write steps.${id} for the output of this step.`
    : outputHint(id);
}

/** The step id that a node spells: a name, or names joined by `-`, which parse as a subtraction. */
function writtenId(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'binary' || node.operator !== '-' || node.left.end + 1 !== node.right.start)
    return undefined;
  const left = writtenId(node.left);
  const right = writtenId(node.right);
  return left === undefined || right === undefined ? undefined : `${left}-${right}`;
}

/** Reports `read-it.body`, which parses as `read - it.body`. Returns whether the node was one. */
export function checkDashedShortForm(node: BinaryNode, checking: Checking): boolean {
  if (node.right.kind !== 'member') return false;
  const { object } = node.right;
  const whole = { ...node, right: object, end: object.end };
  return object.kind === 'name' && checkShortForm({ ...node.right, object: whole }, checking);
}

/** The schema of a field or item. Reports one that no value can have. */
export function fieldSchema(node: MemberNode, object: JsonSchema, checking: Checking): JsonSchema {
  const root = node.object.kind === 'name' ? node.object.name : undefined;
  const field = fieldOf(root === 'params' ? declared(object) : object, node.property);
  if (field.found === 'schema') return field.schema;
  if (field.found === 'unknown') return {};
  const parent = pathText(node.object) ?? 'This value';
  if (field.found === 'unseen') {
    reportUnseen(parent, node, field, checking);
    return {};
  }
  if (root === 'params' || root === 'secrets') reportUndeclared(root, node, field.names, checking);
  else reportField(parent, node, field, checking);
  return {};
}

/** The schema of params, closed unless it allows undeclared ones. */
function declared(params: JsonSchema): JsonSchema {
  const isOpen = !params.properties || params.additionalProperties !== undefined;
  return isOpen ? params : { ...params, type: 'object', additionalProperties: false };
}

function reportUndeclared(
  root: 'params' | 'secrets',
  node: MemberNode,
  names: readonly string[],
  checking: Checking,
): void {
  const what = root === 'params' ? 'param' : 'secret';
  const near = closest(String(node.property), names);
  const add =
    root === 'params'
      ? 'Add the param to the run parameters of the pipeline.'
      : 'Add the secret in Settings.';
  report(
    checking,
    node.propertyRange,
    {
      code: root === 'params' ? 'unknown_param' : 'unknown_name',
      severity: harm(checking),
      message: `Unknown ${what} ${node.property}.`,
    },
    near === undefined ? add : `Did you mean ${root}${accessText(near)}?`,
  );
}

function reportField(
  parent: string,
  node: MemberNode,
  field: Extract<Field, { found: 'absent' }>,
  checking: Checking,
): void {
  const near = closest(String(node.property), field.names);
  const isObject = field.kinds.includes('object');
  const message = isObject
    ? `${parent} has no ${node.property}.`
    : `${parent} is ${kindWords(field.kinds)}, which has no ${node.property}.`;
  const known = field.names.length === 0 ? undefined : `Fields: ${listed(field.names)}.`;
  const hint =
    near === undefined
      ? (known ?? kindHint(parent, node, field))
      : `Did you mean ${parent}${accessText(near)}?`;
  report(checking, node.propertyRange, { code: 'unknown_field', severity: harm(checking), message }, hint);
}

/**
 * Reports a field that no run returned yet. A warning, since another run may return it; nothing where it may be
 * missing.
 */
function reportUnseen(
  parent: string,
  node: MemberNode,
  { names, run }: Extract<Field, { found: 'unseen' }>,
  checking: Checking,
): void {
  if (checking.guarded) return;
  const near = closest(String(node.property), names);
  const hint =
    near === undefined
      ? `Fields: ${listed(names)}. If the field can be missing, write default(${parent}${accessText(node.property)}, …).`
      : `Did you mean ${parent}${accessText(near)}?`;
  const message = `${parent} had no ${node.property} in run #${run}.`;
  report(checking, node.propertyRange, { code: 'unknown_field', severity: 'warning', message }, hint);
}

/** What to write instead of a field of a value without any fields. */
function kindHint(parent: string, node: MemberNode, field: Extract<Field, { found: 'absent' }>): string {
  return field.kinds.includes('array')
    ? `Write ${parent}[0] for its first item, or size(${parent}).`
    : `It has no fields: write ${parent} without ${accessText(node.property)}.`;
}

/** Reports `headers.content-type`, which parses as a subtraction. Returns whether the node was one. */
export function checkDashedName(node: BinaryNode, checking: Checking): boolean {
  const { left, right } = node;
  if (left.kind !== 'member' || right.kind !== 'name' || left.end + 1 !== right.start) return false;
  if (Object.hasOwn(checking.types.names, right.name)) return false;
  const written = `${left.property}-${right.name}`;
  const message = `- is a subtraction here, and ${right.name} is unknown.`;
  const hint = `For the field ${written} write ${pathText(left.object) ?? ''}[${JSON.stringify(written)}].`;
  const problem: Pick<ExpressionProblem, 'code' | 'severity' | 'message'> = {
    code: 'unknown_name',
    severity: harm(checking),
    message,
  };
  report(checking, { start: left.propertyRange.start, end: right.end }, problem, hint);
  return true;
}

/** A missing value fails a template, unless it is guarded. */
function harm(checking: Checking): 'error' | 'warning' {
  return checking.guarded ? 'warning' : 'error';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
