import type { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@/engine';

type Tree = ReturnType<typeof syntaxTree>;
type SyntaxNode = Tree['topNode'];

/** Characters `[from, to)` of the text. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A step in the text of a pipeline. */
export interface StepPlace extends Place {
  readonly id: string;
}

/** Reads a part of the text. */
export type Slice = (from: number, to: number) => string;

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

/** The positions of the steps in the text of a pipeline, in order. */
export function stepPlaces(tree: Tree, slice: Slice): StepPlace[] {
  return stepNodes(tree, slice).flatMap((node) => {
    const id = stringValue(property(node, 'id', slice), slice);
    return id === undefined ? [] : [{ id, from: node.from, to: node.to }];
  });
}

/** The step at a position. */
export function stepAt(places: readonly StepPlace[], position: number): StepPlace | undefined {
  return places.find((place) => position >= place.from && position <= place.to);
}

function stepNodes(tree: Tree, slice: Slice): SyntaxNode[] {
  const root = tree.topNode.firstChild;
  const list = root?.name === 'Array' ? root : property(root ?? undefined, 'steps', slice);
  return list?.name === 'Array' ? valuesOf(list).filter((node) => node.name === 'Object') : [];
}

function valuesOf(list: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = list.firstChild; child !== null; child = child.nextSibling) {
    if (VALUES.has(child.name)) values.push(child);
  }
  return values;
}

/** The value of a property of an object. */
function property(object: SyntaxNode | undefined, name: string, slice: Slice): SyntaxNode | undefined {
  if (object?.name !== 'Object') return undefined;
  for (let child = object.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'Property') continue;
    const key = child.firstChild;
    if (key === null || unquote(slice(key.from, key.to)) !== name) continue;
    const value = child.lastChild;
    if (value !== null && VALUES.has(value.name)) return value;
  }
  return undefined;
}

function stringValue(node: SyntaxNode | undefined, slice: Slice): string | undefined {
  return node?.name === 'String' ? unquote(slice(node.from, node.to)) : undefined;
}

/** The value of a JSON string; undefined when it is invalid. */
function unquote(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // An unfinished string.
    return undefined;
  }
}

/** The position of a problem in the text: its expression, its value, or the nearest enclosing value. */
export function placeOf(problem: Diagnostic, tree: Tree, slice: Slice): Place | undefined {
  const root =
    problem.step === undefined ? (tree.topNode.firstChild ?? undefined) : stepNode(tree, problem.step, slice);
  if (root === undefined) return undefined;
  const node = follow(root, problem.path, slice);
  if (node === undefined || node === root) return firstLine(root, slice);
  if (problem.range === undefined || node.name !== 'String')
    return node.name === 'Object' || node.name === 'Array' ? firstLine(node, slice) : node;
  const literal = slice(node.from, node.to);
  return {
    from: node.from + rawOffset(literal, problem.range.start),
    to: node.from + rawOffset(literal, problem.range.end),
  };
}

function stepNode(tree: Tree, id: string, slice: Slice): SyntaxNode | undefined {
  return stepNodes(tree, slice).find((node) => stringValue(property(node, 'id', slice), slice) === id);
}

/**
 * Follows a dotted path as far as it exists. Names may contain dots, so the longest existing name is taken.
 */
function follow(node: SyntaxNode, path: string, slice: Slice): SyntaxNode | undefined {
  if (path === '') return node;
  const parts = path.split('.');
  for (let count = parts.length; count > 0; count -= 1) {
    const child = childNode(node, parts.slice(0, count).join('.'), slice);
    if (child !== undefined) return follow(child, parts.slice(count).join('.'), slice);
  }
  return node;
}

function childNode(node: SyntaxNode, key: string, slice: Slice): SyntaxNode | undefined {
  if (node.name === 'Array') return /^\d+$/.test(key) ? valuesOf(node)[Number(key)] : undefined;
  return property(node, key, slice);
}

function firstLine(node: SyntaxNode, slice: Slice): Place {
  const text = slice(node.from, Math.min(node.to, node.from + 200));
  const end = text.indexOf('\n');
  return { from: node.from, to: node.from + (end < 0 ? text.length : Math.max(1, end)) };
}

/** The offset of a character in the JSON literal of a string, which may contain escapes. */
export function rawOffset(literal: string, offset: number): number {
  let at = 1;
  for (let count = 0; count < offset && at < literal.length - 1; count += 1) {
    if (literal.charAt(at) !== '\\') at += 1;
    else at += literal.charAt(at + 1) === 'u' ? 6 : 2;
  }
  return at;
}
