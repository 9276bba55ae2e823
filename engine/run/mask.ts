import type { Decision } from '../action';
import type { Failure } from '../errors';
import { isJsonObject, type Json } from '../json';

/** What stands in place of a secret wherever a value is stored or shown. */
export const MASK = '••••••';

/** Hides every occurrence of the given texts: inside strings and keys, and as numbers that read the same. */
export function mask(value: Json, hidden: readonly string[]): Json {
  // Longest first: a secret that begins with another one must not leave its rest.
  const texts = hidden.filter((text) => text !== '').sort((a, b) => b.length - a.length);
  return texts.length === 0 ? value : maskAll(value, texts);
}

function maskAll(value: Json, hidden: readonly string[]): Json {
  if (typeof value === 'string') return maskText(value, hidden);
  if (typeof value === 'number') return hidden.includes(String(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskAll(item, hidden));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [maskText(key, hidden), maskAll(inner, hidden)]),
  );
}

function maskText(text: string, hidden: readonly string[]): string {
  return hidden.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** A line of text with secrets hidden. */
export function maskLine(text: string, hidden: readonly string[]): string {
  return String(mask(text, hidden));
}

/** A failure with secrets hidden in its message. */
export function maskFailure(failure: Failure, hidden: readonly string[]): Failure {
  return { ...failure, message: maskLine(failure.message, hidden) };
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
