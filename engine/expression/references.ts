import { isJsonObject, type Json } from '../json';
import {
  children,
  type Expression,
  type IndexNode,
  type MemberNode,
  type NameNode,
  type Node,
  type StepNode,
} from './ast';
import { isTemplate, parseTemplate } from './template';
import { ExpressionError, type Reference } from './types';

/** A node that refers to a value, with all its names and indexes. */
export type ReferenceNode = NameNode | StepNode | MemberNode | IndexNode;

/** A path in a JSON value: names and indexes from its root. */
export type ValuePath = readonly (string | number)[];

/** References by expression, cached: a loop evaluates the same expressions repeatedly. */
const known = new WeakMap<Expression, readonly Reference[]>();

/** Every reference in an expression, in the order written. */
export function references(expression: Expression): readonly Reference[] {
  const found = known.get(expression);
  if (found) return found;
  const read = referenceNodes(expression.root).map(({ node, guarded }) => toReference(node, guarded));
  known.set(expression, read);
  return read;
}

/** Whether an expression reads a secret, so that its value must be hidden. */
export function readsSecret(expression: Expression): boolean {
  return references(expression).some(({ root }) => root === 'secrets');
}

/** Whether an expression is one reference without computed keys, so that it evaluates to that value itself. */
export function isWholeReference({ root }: Expression): boolean {
  return isReference(root) && computedKeys(root).length === 0;
}

/** Every reference in the templates of a value, with the path of its text. Invalid templates have none. */
export function templateReferences(value: Json): { path: ValuePath; reference: Reference }[] {
  return templateTexts(value).flatMap(({ path, text }) =>
    templateExpressions(text).flatMap((expression) =>
      references(expression).map((reference) => ({ path, reference })),
    ),
  );
}

/** Every text in a value that contains a template, with its path. */
export function templateTexts(value: Json): { path: ValuePath; text: string }[] {
  if (typeof value === 'string') return isTemplate(value) ? [{ path: [], text: value }] : [];
  const found: { path: ValuePath; text: string }[] = [];
  const waiting: { path: ValuePath; value: Json }[] = [{ path: [], value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path } = next;
    if (typeof next.value === 'string' && isTemplate(next.value)) found.push({ path, text: next.value });
    // Pushed in reverse, so that the stack is read in the order written.
    for (const [key, part] of entriesOf(next.value).reverse()) {
      waiting.push({ path: [...path, key], value: part });
    }
  }
  return found;
}

/** The outermost references: `a.b` once, and the references inside its brackets. */
export function referenceNodes(root: Node): { node: ReferenceNode; guarded: boolean }[] {
  const found: { node: ReferenceNode; guarded: boolean }[] = [];
  collect(root, false, found);
  return found;
}

function collect(node: Node, guarded: boolean, found: { node: ReferenceNode; guarded: boolean }[]): void {
  if (isReference(node)) {
    found.push({ node, guarded });
    for (const key of computedKeys(node)) collect(key, guarded, found);
    return;
  }
  const guardsFirst = node.kind === 'call' && (node.name === 'default' || node.name === 'has');
  for (const [index, child] of children(node).entries()) {
    collect(child, guarded || (guardsFirst && index === 0), found);
  }
  if (node.kind === 'call' && node.name === 'now') {
    found.push({ node: { kind: 'name', name: 'now', start: node.start, end: node.end }, guarded });
  }
}

function isReference(node: Node): node is ReferenceNode {
  if (node.kind === 'member' || node.kind === 'index') return isReference(node.object);
  return node.kind === 'name' || node.kind === 'step';
}

function computedKeys(node: Node): Node[] {
  if (node.kind === 'member') return computedKeys(node.object);
  return node.kind === 'index' ? [...computedKeys(node.object), node.index] : [];
}

function toReference(node: ReferenceNode, guarded: boolean): Reference {
  const range = { start: node.start, end: node.end };
  const { base, path } = literalPath(node);
  if (base.kind === 'name') return { root: base.name, path, guarded, ...range };
  const field = base.field === undefined ? [] : [base.field];
  return {
    root: 'steps',
    step: base.step,
    aspect: base.aspect,
    path: [...field, ...path],
    guarded,
    ...range,
  };
}

/** The base of a reference, and its names and indexes up to the first computed one. */
export function literalPath(node: ReferenceNode): { base: NameNode | StepNode; path: (string | number)[] } {
  let path: (string | number)[] = [];
  let current: Node = node;
  while (current.kind === 'member' || current.kind === 'index') {
    path = current.kind === 'member' ? [current.property, ...path] : [];
    current = current.object;
  }
  if (current.kind === 'name' || current.kind === 'step') return { base: current, path };
  throw new Error(`A ${current.kind} is not the root of a reference.`);
}

function templateExpressions(text: string): Expression[] {
  try {
    return parseTemplate(text).parts.flatMap((part) => (part.kind === 'expression' ? [part.expression] : []));
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

function entriesOf(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isJsonObject(value) ? Object.entries(value) : [];
}
