import type { FunctionName } from './functions';
import type { Range } from './types';

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

/** What may be read of a step. */
export const STEP_ASPECTS = ['output', 'status', 'error'] as const;
export type StepAspect = (typeof STEP_ASPECTS)[number];

/** The readable fields of a step's error. The error itself evaluates to its message. */
export const ERROR_FIELDS = ['kind', 'message', 'code', 'path'] as const;
export type ErrorField = (typeof ERROR_FIELDS)[number];

export interface LiteralNode extends Range {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}

export interface ListNode extends Range {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

export interface MapNode extends Range {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: string; readonly value: Node }[];
}

/** A name in the scope: `params`, `now`, `item`. */
export interface NameNode extends Range {
  readonly kind: 'name';
  readonly name: string;
}

/** `steps.<id>.output`, `.status`, `.error` or `.error.<field>`: the id is part of the language, never computed. */
export interface StepNode extends Range {
  readonly kind: 'step';
  readonly step: string;
  /** Range of the id, without quotes. */
  readonly stepRange: Range;
  readonly aspect: StepAspect;
  readonly field: ErrorField | undefined;
}

/** `.name`, `["name"]` or `[0]`. */
export interface MemberNode extends Range {
  readonly kind: 'member';
  readonly object: Node;
  readonly property: string | number;
  readonly propertyRange: Range;
}

/** `[…]` with a computed key. */
export interface IndexNode extends Range {
  readonly kind: 'index';
  readonly object: Node;
  readonly index: Node;
}

/** A function call; in method style the object is the first argument. */
export interface CallNode extends Range {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly nameRange: Range;
  readonly args: readonly Node[];
}

export interface UnaryNode extends Range {
  readonly kind: 'unary';
  readonly operator: '!' | '-';
  readonly operand: Node;
}

export interface BinaryNode extends Range {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Node;
  readonly right: Node;
}

export interface ConditionalNode extends Range {
  readonly kind: 'conditional';
  readonly test: Node;
  readonly whenTrue: Node;
  readonly whenFalse: Node;
}

/** One node of a parsed expression. Its range points into `Expression.text`. */
export type Node =
  | LiteralNode
  | ListNode
  | MapNode
  | NameNode
  | StepNode
  | MemberNode
  | IndexNode
  | CallNode
  | UnaryNode
  | BinaryNode
  | ConditionalNode;

/** A parsed expression. Its range is the expression itself, without braces, within `text`. */
export interface Expression extends Range {
  readonly text: string;
  readonly root: Node;
}

/** The children of a node, in the order written. */
export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
    case 'step':
      return [];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.map((entry) => entry.value);
    case 'member':
      return [node.object];
    case 'index':
      return [node.object, node.index];
    case 'call':
      return node.args;
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse];
  }
}

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** An access as source text: `.body`, `["content-type"]`, `[0]`. */
export function accessText(property: string | number): string {
  if (typeof property === 'number') return `[${property}]`;
  return PLAIN_NAME.test(property) ? `.${property}` : `[${JSON.stringify(property)}]`;
}

/** A reference as source text, for messages; undefined when the node is not a reference. */
export function pathText(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind === 'step') {
    const path = `steps.${node.step}.${node.aspect}`;
    return node.field === undefined ? path : `${path}.${node.field}`;
  }
  if (node.kind !== 'member' && node.kind !== 'index') return undefined;
  const object = pathText(node.object);
  if (object === undefined) return undefined;
  return node.kind === 'member' ? object + accessText(node.property) : `${object}[…]`;
}
