import { isJsonObject, type Json, ownProperty } from '../json';
import type {
  BinaryNode,
  CallNode,
  Expression,
  IndexNode,
  MemberNode,
  NameNode,
  Node,
  StepNode,
} from './ast';
import { pathText } from './ast';
import { ArgumentError, type FunctionName, functionFacts } from './functions';
import { rangeOf } from './lex';
import { Meter, TooMuch } from './meter';
import {
  aboutWhole,
  MissingError,
  MissingReferenceError,
  missingKey,
  missingName,
  missingStep,
} from './missing';
import { applyOperator, type StrictOperator, takesNull } from './operators';
import { readsSecret } from './references';
import { ExpressionError, type Scope } from './types';
import { KIND_WORDS, kindOf, shortLiteral } from './values';
import { workOfCall, workOfOperator } from './work';

/** Whether reading a missing value fails, as in templates, or is null, as in conditions. */
export interface EvaluateOptions {
  readonly missing: 'error' | 'null';
}

interface Context extends EvaluateOptions {
  readonly scope: Scope;
  readonly meter: Meter;
}

/** Work of evaluating one node, however little it reads. */
const NODE_WORK = 8;

/**
 * The value of an expression. When missing values are null, arithmetic and functions with null are null too.
 * @throws ExpressionError
 */
export function evaluate(expression: Expression, scope: Scope, options: EvaluateOptions): Json {
  try {
    return evaluateNode(expression.root, scope, options);
  } catch (error) {
    throw error instanceof MissingReferenceError ? aboutWhole(error, expression) : error;
  }
}

function contextOf(scope: Scope, { missing: reading }: EvaluateOptions): Context {
  return { scope, missing: reading, meter: scope.meter ?? new Meter() };
}

/**
 * Evaluates a condition. A missing value is null, and null is false. docs/rules.md, section 6.4.
 * @throws ExpressionError when it cannot be evaluated or its value is neither true nor false
 */
export function test(expression: Expression, scope: Scope): boolean {
  const value = evaluate(expression, scope, { missing: 'null' });
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  const given = readsSecret(expression) ? '' : ` ${shortLiteral(value, 60)}`;
  const subject = pathText(expression.root) ?? 'x';
  throw new ExpressionError(
    `The condition is ${KIND_WORDS[kindOf(value)]}${given}, but must be true or false.`,
    rangeOf(expression),
    typeof value === 'string'
      ? `Compare the value: ${subject} == "…".`
      : `Compare the value: ${subject} != null.`,
  );
}

/** The value of one node, for substitution and previews. @throws ExpressionError */
export function evaluateNode(node: Node, scope: Scope, options: EvaluateOptions): Json {
  try {
    return compute(node, contextOf(scope, options));
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    throw new ExpressionError(`${error.message}.`, rangeOf(node), error.hint);
  }
}

function compute(node: Node, context: Context): Json {
  context.meter.work(NODE_WORK);
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'list':
      return node.items.map((item) => compute(item, context));
    case 'map':
      return Object.fromEntries(node.entries.map((entry) => [entry.key, compute(entry.value, context)]));
    case 'name':
      return nameValue(node, context);
    case 'step':
      return stepValue(node, context);
    case 'member':
      return read(node, compute(node.object, context), node.property, context);
    case 'index':
      return indexValue(node, context);
    case 'call':
      return callValue(node, context);
    case 'unary':
      return node.operator === '!' ? !truth(node.operand, context) : negative(node.operand, context);
    case 'binary':
      return binaryValue(node, context);
    case 'conditional':
      return compute(truth(node.test, context) ? node.whenTrue : node.whenFalse, context);
  }
}

function nameValue(node: NameNode, context: Context): Json {
  const value = ownProperty(context.scope.names, node.name);
  if (value !== undefined) return value;
  return missing(context, () => missingName(node.name, rangeOf(node), context.scope));
}

function stepValue(node: StepNode, context: Context): Json {
  const step = context.scope.step(node.step);
  const value = step && aspectValue(node, step);
  return value === undefined ? missing(context, () => missingStep(node, context.scope)) : value;
}

function aspectValue(node: StepNode, step: NonNullable<ReturnType<Scope['step']>>): Json | undefined {
  if (node.aspect === 'status') return step.status;
  if (node.aspect === 'output') return step.output;
  return step.error?.[node.field ?? 'message'];
}

function indexValue(node: IndexNode, context: Context): Json {
  const object = compute(node.object, context);
  const key = compute(node.index, context);
  if (typeof key === 'boolean' || typeof key === 'object') {
    if (key === null) return missing(context, () => missingKey(node, object, key));
    throw new ExpressionError(
      `Expected an index or a name, not ${KIND_WORDS[kindOf(key)]}.`,
      rangeOf(node.index),
      'Use a number or text in the brackets.',
    );
  }
  return read(node, object, key, context);
}

const POSITION = /^\d{1,9}$/;

/** Reads own items and properties only, so that expressions cannot reach prototypes. */
function read(node: MemberNode | IndexNode, object: Json, key: string | number, context: Context): Json {
  let value: Json | undefined;
  if (Array.isArray(object)) {
    const position = typeof key === 'string' && POSITION.test(key) ? Number(key) : key;
    const isInside = typeof position === 'number' && Number.isInteger(position) && position >= 0;
    value = isInside ? object[position] : undefined;
  } else if (isJsonObject(object)) {
    value = ownProperty(object, String(key));
  }
  return value === undefined ? missing(context, () => missingKey(node, object, key)) : value;
}

function missing(context: Context, error: () => MissingError): null {
  if (context.missing === 'error') throw error();
  return null;
}

/** A value that must be true or false; null counts as false. */
function truth(node: Node, context: Context): boolean {
  const value = compute(node, context);
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  throw new ExpressionError(
    `${pathText(node) ?? 'This'} is ${KIND_WORDS[kindOf(value)]}, but true or false is needed here.`,
    rangeOf(node),
    `Compare the value: ${pathText(node) ?? 'x'} ${typeof value === 'string' ? '== "…"' : '!= null'}.`,
  );
}

function negative(node: Node, context: Context): Json {
  const value = compute(node, context);
  if (value === null) return throughNull(node, context);
  if (typeof value === 'number') return value === 0 ? 0 : -value;
  throw new ExpressionError(
    `- needs a number, not ${KIND_WORDS[kindOf(value)]}.`,
    rangeOf(node),
    'Convert text to a number with double(…).',
  );
}

function binaryValue(node: BinaryNode, context: Context): Json {
  const { operator } = node;
  if (operator === '&&') return truth(node.left, context) && truth(node.right, context);
  if (operator === '||') return truth(node.left, context) || truth(node.right, context);
  return strictValue(node, operator, context);
}

function strictValue(node: BinaryNode, operator: StrictOperator, context: Context): Json {
  const left = compute(node.left, context);
  const right = compute(node.right, context);
  if (!takesNull(operator)) {
    if (left === null) return throughNull(node.left, context);
    if (right === null) return throughNull(node.right, context);
  }
  context.meter.work(workOfOperator(operator, left, right));
  return attempt(node, () => applyOperator(operator, left, right), [node.left, node.right]);
}

/**
 * Handles null where a value is needed: the result is null in conditions, and an error as for a missing value in
 * templates.
 */
function throughNull(node: Node, context: Context): null {
  const path = pathText(node);
  return missing(
    context,
    () =>
      new MissingError(
        `${path ?? 'This'} is null, but a value is needed here.`,
        rangeOf(node),
        `Write default(${path ?? 'x'}, …) to replace null.`,
      ),
  );
}

function callValue(node: CallNode, context: Context): Json {
  const [first, second] = node.args;
  if (node.name === 'now') return nameValue({ ...node, kind: 'name', name: 'now' }, context);
  if (first && node.name === 'has') return guarded(first, context) !== null;
  if (first && second && node.name === 'default') return guarded(first, context) ?? compute(second, context);
  const args = node.args.map((arg) => compute(arg, context));
  const refused = args.findIndex((arg, index) => arg === null && !acceptsNull(node.name, index));
  const nullNode = node.args[refused];
  if (nullNode) return throughNull(nullNode, context);
  context.meter.work(workOfCall(node.name, args));
  return attempt(node, () => applyFunction(node, args), node.args);
}

/** A value that may be missing; null when it is. */
function guarded(node: Node, context: Context): Json {
  try {
    return compute(node, { ...context, missing: 'error' });
  } catch (error) {
    if (error instanceof MissingError) return null;
    throw error;
  }
}

function acceptsNull(name: FunctionName, index: number): boolean {
  return functionFacts(name).parameters[index]?.kinds?.includes('null') ?? false;
}

function applyFunction(node: CallNode, args: readonly Json[]): Json {
  const { apply, parameters } = functionFacts(node.name);
  for (const [index, parameter] of parameters.entries()) {
    const kind = kindOf(args[index] ?? null);
    if (!parameter.kinds || parameter.kinds.includes(kind)) continue;
    throw new ArgumentError(
      `${node.name} takes ${parameter.kinds.map((wanted) => KIND_WORDS[wanted]).join(' or ')}, not ${KIND_WORDS[kind]}`,
      index,
      parameter.kinds.includes('string') ? 'Convert the value with string(…).' : undefined,
    );
  }
  return apply ? apply(args) : null;
}

/** Adds the position of the operand to an error about it. */
function attempt(node: Node, work: () => Json, operands: readonly Node[]): Json {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    throw new ExpressionError(`${error.message}.`, rangeOf(operands[error.argument] ?? node), error.hint);
  }
}
