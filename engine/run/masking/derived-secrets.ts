import { type Expression, readsSecret, references } from '../../expression';
import { isJsonObject, type Json } from '../../json';
import type { RevealedSecret } from '../../ports';

/** Shortest text made from a secret that is hidden wherever it turns up; less would be found everywhere. */
const MIN_DERIVED = 8;
/** Shortest piece of a secret that counts as showing it. */
const MIN_PIECE = 4;
/** Longest text made from a secret that is looked for: as long as a secret may be. */
const MAX_DERIVED = 65_536;

/**
 * What expressions made from secrets, as secrets of the same names: they may be sent where those may, and are hidden like
 * them. What holds a secret whole is hidden with it.
 * @param values what each expression gave
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

/** Every text in a value, numbers as they read. */
function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isJsonObject(value) ? Object.values(value).flatMap(textsOf) : [];
}
