import { type Expression, readsSecret, references } from '../../expression';
import { isJsonObject, type Json } from '../../json';
import type { RevealedSecret } from '../../ports';

/** Shortest text made from a secret that is hidden wherever it appears; a shorter one would match unrelated text. */
const MIN_DERIVED = 8;
/** Shortest part of a secret that counts as revealing it. */
const MIN_PIECE = 4;
/** Longest text made from a secret that is searched for: the limit of a secret itself. */
const MAX_DERIVED = 65_536;

/**
 * Values that expressions made from secrets, as secrets of the same names: they may be sent to the same hosts and are
 * hidden like them. A value that contains a whole secret is hidden together with it.
 * @param values the value of each expression
 */
export function derivedSecrets(
  values: ReadonlyMap<Expression, Json>,
  secrets: readonly RevealedSecret[],
): RevealedSecret[] {
  return [...values].flatMap(([expression, value]) => {
    if (!readsSecret(expression)) return [];
    const names = new Set(references(expression).map(({ root, path }) => root === 'secrets' && path[0]));
    const sources = secrets.filter(({ name }) => names.has(name));
    const texts = [...new Set(textsOf(value))].filter((text) => isToHide(text, sources));
    return sources.flatMap(({ name, hosts }) => texts.map((text) => ({ name, value: text, hosts })));
  });
}

function isToHide(text: string, sources: readonly RevealedSecret[]): boolean {
  if (text.length > MAX_DERIVED || text.trim().length < MIN_PIECE) return false;
  if (sources.some(({ value }) => text.includes(value))) return false;
  const folded = text.toLowerCase();
  return text.length >= MIN_DERIVED || sources.some(({ value }) => value.toLowerCase().includes(folded));
}

/** Every text in a value, including numbers as text. */
function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isJsonObject(value) ? Object.values(value).flatMap(textsOf) : [];
}
