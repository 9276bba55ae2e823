import {
  children,
  type Expression,
  ExpressionError,
  evaluateNode,
  MissingError,
  type Node,
  parseExpression,
  pathText,
  readsSecret,
  type Scope,
  shortLiteral,
} from '../../expression';
import type { Json } from '../../json';
import { NotLoaded } from '../state/payload';
import type { LineOutcome } from './outcomes';

/** One operand of a condition, and what it was. */
export interface ConditionLine {
  /** 0 for the whole condition. */
  readonly depth: number;
  /** As it was written. */
  readonly text: string;
  /** Its value as JSON, shortened. */
  readonly value: string | undefined;
  readonly outcome: LineOutcome;
}

interface Known {
  readonly outcome: LineOutcome;
  readonly json?: Json;
}

interface Visit {
  readonly expression: Expression;
  readonly scope: Scope | undefined;
  readonly lines: ConditionLine[];
}

/** How an operand is used. */
interface Place {
  readonly depth: number;
  /** Whether it must be true or false here, so that null counts as false. docs/rules.md, section 6.4. */
  readonly decides: boolean;
  readonly isEvaluated: boolean;
}

/** Longest value shown, in characters. */
const MAX_SHOWN = 120;

/**
 * A condition and its operands, each with its value; without a scope only as written. Parts that were not evaluated say
 * so. Text that does not parse has no lines.
 */
export function conditionLines(text: string, scope: Scope | undefined): ConditionLine[] {
  const expression = parsed(text);
  if (!expression) return [];
  const lines: ConditionLine[] = [];
  const isShown = scope !== undefined && !readsSecret(expression);
  // The scope of a run counts what it reads; each line is evaluated on its own.
  const own = isShown ? { names: scope.names, step: (id: string) => scope.step(id) } : undefined;
  visit({ expression, scope: own, lines }, expression.root, { depth: 0, decides: true, isEvaluated: true });
  return lines;
}

function parsed(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function visit(at: Visit, node: Node, place: Place): void {
  const known = place.isEvaluated
    ? knownOf(at.scope, node, place.decides)
    : { outcome: 'not_evaluated' as const };
  at.lines.push({
    depth: place.depth,
    text: at.expression.text.slice(node.start, node.end),
    value: known.json === undefined ? undefined : shortLiteral(known.json, MAX_SHOWN),
    outcome: known.outcome,
  });
  const results: Known[] = [];
  for (const [index, child] of operandsOf(node).entries()) {
    const decides = decidesAt(node, index);
    const isEvaluated = place.isEvaluated && !isPassedOver(node, index, results);
    results.push(knownOf(at.scope, child, decides));
    if (child.kind !== 'literal') visit(at, child, { depth: place.depth + 1, decides, isEvaluated });
  }
}

/** Of a reference only the computed keys: its own parts are one value. */
function operandsOf(node: Node): readonly Node[] {
  if (pathText(node) === undefined) return children(node);
  return node.kind === 'index' ? [node.index] : [];
}

function decidesAt(node: Node, index: number): boolean {
  if (node.kind === 'unary') return node.operator === '!';
  if (node.kind === 'conditional') return index === 0;
  return node.kind === 'binary' && (node.operator === '&&' || node.operator === '||');
}

/** Whether the operands before this one already decided. */
function isPassedOver(node: Node, index: number, before: readonly Known[]): boolean {
  const [first] = before;
  if (index === 0 || first === undefined || first.outcome === 'unknown') return false;
  if (node.kind === 'conditional') return first.outcome !== (index === 1 ? 'true' : 'false');
  if (node.kind === 'binary' && node.operator === '&&') return first.outcome !== 'true';
  if (node.kind === 'binary' && node.operator === '||') return first.outcome !== 'false';
  return node.kind === 'call' && node.name === 'default' && (first.json ?? null) !== null;
}

function knownOf(scope: Scope | undefined, node: Node, decides: boolean): Known {
  if (!scope) return { outcome: 'unknown' };
  try {
    const json = evaluateNode(node, scope, { missing: 'null' });
    if (typeof json === 'boolean') return { outcome: json ? 'true' : 'false', json };
    if (json !== null) return { outcome: 'value', json };
    if (decides) return { outcome: 'false', json };
    return isMissing(scope, node) ? { outcome: 'missing' } : { outcome: 'value', json };
  } catch (error) {
    if (error instanceof NotLoaded) return { outcome: 'not_loaded' };
    if (error instanceof ExpressionError) return { outcome: 'failed' };
    throw error;
  }
}

function isMissing(scope: Scope, node: Node): boolean {
  try {
    evaluateNode(node, scope, { missing: 'error' });
    return false;
  } catch (error) {
    if (error instanceof MissingError) return true;
    throw error;
  }
}
