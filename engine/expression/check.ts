import type { JsonSchema } from '../catalogue';
import { FAILURE_KINDS } from '../errors';
import type { BinaryNode, CallNode, Expression, IndexNode, Node, StepNode, UnaryNode } from './ast';
import { pathText } from './ast';
import {
  checkDashedName,
  checkDashedShortForm,
  checkName,
  checkShortForm,
  fieldSchema,
  unknownStepHint,
} from './check-names';
import {
  checkAddition,
  checkEquality,
  checkOrdering,
  kindWords,
  presentKinds,
  requireKinds,
  type Typed,
} from './check-operators';
import { functionFacts } from './functions';
import { type Checking, type ExpressionProblem, report } from './problem';
import { compilePattern } from './regex';
import { itemOf, unionOf, withoutNull } from './shape';
import type { TypeScope } from './types';
import { kindOf } from './values';

/** Statuses of a step that has ended; before its end it has none. */
const STATUS: JsonSchema = { type: 'string', enum: ['completed', 'failed', 'skipped', 'cancelled'] };

const ERROR_FIELD: Readonly<Record<NonNullable<StepNode['field']>, JsonSchema>> = {
  kind: { type: 'string', enum: FAILURE_KINDS },
  message: { type: 'string' },
  code: { type: 'string' },
  path: { type: 'string' },
};

const BOOLEAN: JsonSchema = { type: 'boolean' };
const NUMBER: JsonSchema = { type: 'number' };

/**
 * Finds what is certainly wrong with an expression, from the schemas of the values it reads. Uncertain problems are not
 * reported. `expect` is the schema of its value: a boolean for conditions, the parameter's for whole templates.
 */
export function checkExpression(
  expression: Expression,
  types: TypeScope,
  expect?: JsonSchema,
): ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  const checking: Checking = { types, guarded: false, report: (problem) => problems.push(problem) };
  const schema = infer(expression.root, checking);
  if (expect && problems.every((problem) => problem.severity !== 'error')) {
    checkResult({ node: expression.root, schema }, expect, checking);
  }
  return problems;
}

/** The schema of an expression's value; `{}` when unknown. */
export function typeOf(expression: Expression, types: TypeScope): JsonSchema {
  return typeOfNode(expression.root, types);
}

function typeOfNode(node: Node, types: TypeScope): JsonSchema {
  return infer(node, { types, guarded: false, report: () => undefined });
}

/** A parameter for text converts other values to text, so only other mismatches are certain. */
function checkResult(result: Typed, expect: JsonSchema, checking: Checking): void {
  const given = presentKinds(result.schema);
  const wanted = presentKinds(expect);
  if (!given || !wanted || wanted.has('string') || [...wanted].some((kind) => given.has(kind))) return;
  const subject = pathText(result.node) ?? 'This';
  const isCondition = wanted.size === 1 && wanted.has('boolean');
  const comparison = given.has('string') ? `${subject} == "…"` : `${subject} != null`;
  const reading =
    wanted.has('number') && given.has('string')
      ? `Convert the text to a number: int(${subject}).`
      : undefined;
  report(
    checking,
    result.node,
    {
      code: 'type_mismatch',
      severity: 'error',
      message: `${subject} is ${kindWords(given)}, but ${kindWords(wanted)} is needed here.`,
    },
    isCondition ? `Compare the value: ${comparison}.` : reading,
  );
}

function infer(node: Node, checking: Checking): JsonSchema {
  switch (node.kind) {
    case 'literal':
      return { type: kindOf(node.value), const: node.value };
    case 'list':
      return { type: 'array', items: unionOf(node.items.map((item) => infer(item, checking))) };
    case 'map':
      return inferMap(node.entries, checking);
    case 'name':
      return checkName(node, checking);
    case 'step':
      return inferStep(node, checking);
    case 'member':
      return checkShortForm(node, checking) ? {} : fieldSchema(node, infer(node.object, checking), checking);
    case 'index':
      return inferIndex(node, checking);
    case 'call':
      return inferCall(node, checking);
    case 'unary':
      return inferUnary(node, checking);
    case 'binary':
      return inferBinary(node, checking);
    case 'conditional':
      requireKinds(typed(node.test, checking), ['boolean'], '?', checking);
      return unionOf([infer(node.whenTrue, checking), infer(node.whenFalse, checking)]);
  }
}

function typed(node: Node, checking: Checking): Typed {
  return { node, schema: infer(node, checking) };
}

function inferMap(
  entries: readonly { readonly key: string; readonly value: Node }[],
  checking: Checking,
): JsonSchema {
  const properties = Object.fromEntries(entries.map((entry) => [entry.key, infer(entry.value, checking)]));
  return { type: 'object', properties, additionalProperties: false };
}

function inferStep(node: StepNode, checking: Checking): JsonSchema {
  const output = checking.types.step(node.step);
  if (!output) {
    const message = `Step ${node.step} does not exist.`;
    const problem = { code: 'unknown_step', severity: 'error', message } as const;
    report(checking, node.stepRange, problem, unknownStepHint(node.step, checking.types));
    return {};
  }
  if (node.aspect === 'output') return output;
  return node.aspect === 'status' ? STATUS : ERROR_FIELD[node.field ?? 'message'];
}

function inferIndex(node: IndexNode, checking: Checking): JsonSchema {
  const object = infer(node.object, checking);
  requireKinds(typed(node.index, checking), ['number', 'string'], '[ ]', checking);
  return itemOf(object);
}

function inferUnary(node: UnaryNode, checking: Checking): JsonSchema {
  const isNot = node.operator === '!';
  requireKinds(typed(node.operand, checking), [isNot ? 'boolean' : 'number'], isNot ? '!' : '-', checking);
  return isNot ? BOOLEAN : NUMBER;
}

function inferBinary(node: BinaryNode, checking: Checking): JsonSchema {
  const { operator } = node;
  if (operator === '-' && (checkDashedName(node, checking) || checkDashedShortForm(node, checking)))
    return {};
  const left = typed(node.left, checking);
  const right = typed(node.right, checking);
  switch (operator) {
    case '&&':
    case '||':
      for (const side of [left, right]) requireKinds(side, ['boolean'], operator, checking);
      return BOOLEAN;
    case '==':
    case '!=':
      checkEquality(node, left, right, checking);
      return BOOLEAN;
    case '<':
    case '<=':
    case '>':
    case '>=':
      checkOrdering(node, left, right, checking);
      return BOOLEAN;
    case 'in':
      checkMembership(left, right, checking);
      return BOOLEAN;
    case '+':
      return checkAddition(node, left, right, checking);
    default:
      for (const side of [left, right]) requireKinds(side, ['number'], operator, checking);
      return NUMBER;
  }
}

/** Each item of a literal list is compared separately. */
function checkMembership(item: Typed, container: Typed, checking: Checking): void {
  requireKinds(container, ['array', 'object', 'string'], 'in', checking);
  if (container.node.kind !== 'list') return;
  for (const candidate of container.node.items) {
    checkEquality(
      candidate,
      item,
      { node: candidate, schema: typeOfNode(candidate, checking.types) },
      checking,
    );
  }
}

function inferCall(node: CallNode, checking: Checking): JsonSchema {
  const { parameters, returns } = functionFacts(node.name);
  const guardsFirst = node.name === 'default' || node.name === 'has';
  const args = node.args.map((arg, index) =>
    typed(arg, guardsFirst && index === 0 ? { ...checking, guarded: true } : checking),
  );
  for (const [index, arg] of args.entries()) {
    const kinds = parameters[index]?.kinds;
    if (kinds) requireKinds(arg, kinds, node.name, checking);
  }
  if (node.name === 'matches') checkPattern(node, checking);
  return node.name === 'default' ? defaultSchema(args) : returns;
}

/** `default(x, y)` is x unless x is missing or null, so it is null only when y may be. */
function defaultSchema([first, second]: readonly Typed[]): JsonSchema {
  if (!first || !second) return {};
  return unionOf([withoutNull(first.schema), second.schema]);
}

function checkPattern(node: CallNode, checking: Checking): void {
  const pattern = node.args[1];
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
  const compiled = compilePattern(pattern.value);
  if ('test' in compiled) return;
  const message = `The pattern is invalid: ${compiled.problem}.`;
  report(
    checking,
    pattern,
    { code: 'invalid_expression', severity: 'error', message },
    'Patterns use RE2 syntax, without back-references and look-around. Write \\\\d for a digit.',
  );
}
