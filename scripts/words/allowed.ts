import type { Violation } from './find-words';

/** How the current violations differ from the allowed ones. */
export interface Comparison {
  /** Not on the list. */
  readonly added: readonly Violation[];
  /** On the list, but resolved. */
  readonly gone: readonly string[];
}

/** An entry of the list: `engine/run/obey.ts: obey`. */
export function entryOf({ file, word }: Violation): string {
  return `${file}: ${word}`;
}

/** Reads the list of allowed violations; lines that begin with # are comments. */
export function readAllowed(text: string): Set<string> {
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** Compares violations with the list. */
export function compare(violations: readonly Violation[], allowed: ReadonlySet<string>): Comparison {
  const present = new Set(violations.map(entryOf));
  return {
    added: violations.filter((violation) => !allowed.has(entryOf(violation))),
    gone: [...allowed].filter((entry) => !present.has(entry)),
  };
}

/**
 * The list for the current violations. A moved file keeps its words; no word may be in more files than before.
 * @throws Error naming the words that have spread
 */
export function shrink(violations: readonly Violation[], allowed: ReadonlySet<string>): string[] {
  const entries = [...new Set(violations.map(entryOf))].sort();
  const before = countByWord([...allowed]);
  const spread = [...countByWord(entries)].filter(([word, count]) => count > (before.get(word) ?? 0));
  if (spread.length === 0) return entries;
  const words = spread.map(([word, count]) => `${word} (${before.get(word) ?? 0} files, now ${count})`);
  throw new Error(`The list may only shrink. In more files than before: ${words.join(', ')}.`);
}

function countByWord(entries: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const word = entry.slice(entry.indexOf(': ') + 2);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
