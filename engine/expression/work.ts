import type { Json } from '../json';
import { measure } from '../measure';
import { MAX_WORK_BYTES } from '../value-limits';
import type { FunctionName } from './functions';
import type { StrictOperator } from './operators';

/** Work of reading one item of a list, in bytes. */
const ITEM_WORK = 8;

/** Number of pattern characters that cost as much as reading the text once. */
const PATTERN_WORK = 8;

/** Functions that read all of a list or object. */
const READS_ALL: ReadonlySet<FunctionName> = new Set<FunctionName>(['json', 'string', 'join']);

/** How much a call reads and writes, in bytes, computed before the call. */
export function workOfCall(name: FunctionName, args: readonly Json[]): number {
  const [first = null, second = null] = args;
  if (name === 'matches') return lengthOf(first) * Math.ceil(lengthOf(second) / PATTERN_WORK);
  if (name === 'contains') return workOfSearch(second, first);
  let work = 0;
  for (const arg of args) work += READS_ALL.has(name) ? bytesOf(arg) : lengthOf(arg);
  return work;
}

/** How much an operator reads and writes, in bytes, computed before it is applied. */
export function workOfOperator(operator: StrictOperator, left: Json, right: Json): number {
  if (operator === 'in') return workOfSearch(left, right);
  if (operator === '+' && Array.isArray(left) && Array.isArray(right)) {
    return (left.length + right.length) * ITEM_WORK;
  }
  const isStructure = typeof left === 'object' && typeof right === 'object';
  if (!isStructure) return Math.min(lengthOf(left), lengthOf(right));
  return left === right ? 0 : Math.min(bytesOf(left), bytesOf(right));
}

/** Work of finding an item in a list by comparing it with each item, in bytes. */
function workOfSearch(item: Json, container: Json): number {
  if (typeof container === 'string') return container.length;
  if (!Array.isArray(container)) return 0;
  const isDeep = typeof item === 'object' && item !== null;
  return container.length * ITEM_WORK + (isDeep ? bytesOf(container) : 0);
}

function lengthOf(value: Json): number {
  return typeof value === 'string' ? value.length : 0;
}

function bytesOf(value: Json): number {
  return measure(value, MAX_WORK_BYTES).bytes;
}
