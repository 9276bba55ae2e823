import type { ActionDescriptor } from '../../catalogue';
import { type Expression, ExpressionError, parseExpression, references } from '../../expression';
import type { Json, JsonObject } from '../../json';
import type { Signals, UnitState } from '../state/state';

/**
 * Whether a signal that one of its conditions reads has arrived since the unit began to wait. Then its timer need not
 * expire. Computed from the journal alone, so that a runner which takes over has the same result.
 */
export function hasNewSignal({ wait }: UnitState, signals: Signals, conditions: readonly string[]): boolean {
  const before = wait?.signals;
  if (before === undefined || before === signals) return false;
  const isNew = (name: string) => before[name] !== signals[name];
  return conditions.some((text) => {
    const names = signalsRead(text);
    return names === 'any' || names.some(isNew);
  });
}

/** The parameters of an action that are expressions, as they were written. */
export function conditionsOf(params: JsonObject, descriptor: ActionDescriptor | undefined): string[] {
  const fields = descriptor?.params.properties ?? {};
  return Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' && fields[name]?.reads === 'expression' ? [value] : [],
  );
}

/**
 * Names of the signals that an expression reads; `any` when it computes a name. Empty when the expression is invalid.
 */
function signalsRead(text: string): readonly string[] | 'any' {
  try {
    const read = references(parseExpression(text)).filter(({ root }) => root === 'signals');
    if (read.some(({ path }) => path.length === 0)) return 'any';
    return read.map(({ path }) => String(path[0]));
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** A signal that a condition waits for. */
export interface AwaitedSignal {
  readonly name: string;
  /** Values that may make the condition true, in the order written; empty when that is unknown. */
  readonly offers: readonly Json[];
}

/** The signals that a condition reads by name, with values that could be sent. Empty when the condition is invalid. */
export function awaitedSignals(condition: string): AwaitedSignal[] {
  const found = new Map<string, Json[]>();
  try {
    const expression = parseExpression(condition);
    for (const { root, path } of references(expression)) {
      if (root === 'signals' && typeof path[0] === 'string') found.set(path[0], []);
    }
    for (const { name, value } of offersIn(expression.root)) {
      const offers = found.get(name);
      if (offers && !offers.includes(value)) offers.push(value);
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  return [...found].map(([name, offers]) => ({ name, offers }));
}

type Node = Expression['root'];

interface Offer {
  readonly name: string;
  readonly value: Json;
}

/**
 * Values that make a node true: of `a && b` those of both sides, of `a == 'x'` the literal, of `a in ['x', 'y']` each
 * item, of `a` alone `true`.
 */
function offersIn(node: Node): Offer[] {
  const name =
    signalOf(node) ?? (node.kind === 'call' && node.name === 'has' ? signalOf(node.args[0]) : undefined);
  if (name !== undefined) return [{ name, value: true }];
  if (node.kind !== 'binary') return [];
  const { operator, left, right } = node;
  if (operator === '&&' || operator === '||') return [...offersIn(left), ...offersIn(right)];
  if (operator === '==') return [...equal(left, right), ...equal(right, left)];
  if (operator === 'in' && right.kind === 'list') return right.items.flatMap((item) => equal(left, item));
  return [];
}

function equal(side: Node, other: Node): Offer[] {
  const name = signalOf(side);
  return name === undefined || other.kind !== 'literal' ? [] : [{ name, value: other.value }];
}

/** The name in `signals.<name>`, also inside `default(…)`. */
function signalOf(node: Node | undefined): string | undefined {
  if (node?.kind === 'call' && node.name === 'default') return signalOf(node.args[0]);
  if (node?.kind !== 'member' || node.object.kind !== 'name' || node.object.name !== 'signals')
    return undefined;
  return typeof node.property === 'string' ? node.property : undefined;
}
