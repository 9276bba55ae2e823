import { parseJsonText } from '@/components/pipeline-text/json-text';
import type { Json } from '@/engine';

/** Texts of typed values, by reference. */
export type EnteredTexts = Readonly<Record<string, string>>;

/** References with a field: those without a value, and those that were typed. */
export function namesOf(missing: readonly string[], texts: EnteredTexts): string[] {
  return [...new Set([...missing, ...Object.keys(texts)])];
}

/** The typed values, and the names of those that are no JSON. An empty field has no value. */
export function readValues(
  names: readonly string[],
  texts: EnteredTexts,
  exampleOf: (name: string) => string,
): { values: Record<string, Json>; problems: ReadonlySet<string> } {
  const values = new Map<string, Json>();
  const problems = new Set<string>();
  for (const name of names) {
    const text = texts[name] ?? exampleOf(name);
    if (text.trim() === '') continue;
    const parsed = parseJsonText(text);
    if (parsed.ok) values.set(name, parsed.value);
    else problems.add(name);
  }
  return { values: Object.fromEntries(values), problems };
}
