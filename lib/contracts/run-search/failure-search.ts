import { wordsOf } from '@/engine/run/history/search-terms';

/** What `failurePattern` writes for the parts of a message that differ. */
const PLACEHOLDER = /<(?:text|id|time|n)>/;

/** Words of a pattern that a search contains: the longest ones say most. */
const MOST_WORDS = 5;
/** Shorter words are in most messages. */
const LEAST_LETTERS = 3;

/** A group of failures of a pipeline. */
export interface SearchedGroup {
  /** Null when no step failed the run. */
  readonly step: string | null;
  readonly pattern: string;
}

/** The search that finds the runs of a group of failures, as text: `status:failed step:fetch error:timeout`. */
export function failureSearch({ step, pattern }: SearchedGroup): string {
  const words = new Set(pattern.split(PLACEHOLDER).flatMap(wholeWords));
  const longest = [...words]
    .filter((word) => word.length >= LEAST_LETTERS)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);
  return [
    'status:failed',
    ...(step === null ? [] : [`step:${quoted(step)}`]),
    ...longest.map((word) => `error:${word}`),
  ].join(' ');
}

/** Words of a part between placeholders. Behind one, a word may be the end of a longer word: `500ms`. */
function wholeWords(part: string, index: number): string[] {
  return wordsOf(index === 0 ? part : part.replace(/^[\p{L}\p{N}]+/u, ''));
}

function quoted(value: string): string {
  return /^[\w.-]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
