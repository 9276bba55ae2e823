import type { Decision } from '../action';
import type { Failure } from '../errors';
import { isJsonObject, type Json } from '../json';
import { MaskFinder } from './mask-finder';
import { maskFormats } from './mask-formats';

/** What stands in place of a secret wherever a value is stored or shown. */
export const MASK = '••••••';

/**
 * Hides the given texts in every form of `formsOf`: inside strings and keys, and as numbers that read the same.
 * To be called before anything is cut to a length: afterwards only a beginning before `…` is found.
 */
export function mask(value: Json, hidden: readonly string[]): Json {
  const finder = finderOf(hidden);
  return finder ? maskAll(value, { finder, numbers: new Set(hidden) }) : value;
}

/** A line of text with secrets hidden, and whatever looks like a credential. */
export function maskLine(text: string, hidden: readonly string[]): string {
  const known = finderOf(hidden)?.replace(text, MASK) ?? text;
  return maskFormats(known, MASK);
}

/** A failure with secrets hidden in all its texts: codes may come from the other side. */
export function maskFailure(failure: Failure, hidden: readonly string[]): Failure {
  const { message, code, path } = failure;
  return {
    ...failure,
    message: maskLine(message, hidden),
    ...(code === undefined ? {} : { code: maskLine(code, hidden) }),
    ...(path === undefined ? {} : { path: maskLine(path, hidden) }),
  };
}

interface Masking {
  readonly finder: MaskFinder;
  readonly numbers: ReadonlySet<string>;
}

/** One finder for each list, for as long as the attempt holds the list. */
const finders = new WeakMap<readonly string[], MaskFinder>();

function finderOf(hidden: readonly string[]): MaskFinder | undefined {
  if (hidden.every((text) => text === '')) return undefined;
  const known = finders.get(hidden);
  if (known) return known;
  const finder = new MaskFinder(hidden);
  finders.set(hidden, finder);
  return finder;
}

function maskAll(value: Json, masking: Masking): Json {
  if (typeof value === 'string') return masking.finder.replace(value, MASK);
  if (typeof value === 'number') return masking.numbers.has(String(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskAll(item, masking));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [masking.finder.replace(key, MASK), maskAll(inner, masking)]),
  );
}

/** A decision with secrets hidden in all that the journal will keep of it. */
export function maskDecision(decision: Decision, hidden: readonly string[]): Decision {
  if (hidden.length === 0) return decision;
  switch (decision.do) {
    case 'complete': {
      const { set } = decision;
      const masked = { ...decision, output: mask(decision.output, hidden) };
      return set ? { ...masked, set: { key: set.key, value: mask(set.value, hidden) } } : masked;
    }
    // Nothing of it is kept.
    case 'compute':
      return decision;
    case 'wait':
      return { ...decision, reason: maskLine(decision.reason, hidden) };
    case 'iterate':
      return { ...decision, items: decision.items.map((item) => mask(item, hidden)) };
    case 'fail':
      return { ...decision, error: maskFailure(decision.error, hidden) };
  }
}
