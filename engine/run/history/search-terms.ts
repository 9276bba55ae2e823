import { isJsonObject, type Json, type JsonObject } from '../../json';

/** Longest value of a term and longest word, in characters. Searches cut their values the same way. */
const MAX_VALUE = 100;
const MAX_WORD = 60;
/** Terms and words at most for a run: a search index is for short values, not for documents. */
const MAX_TERMS = 400;
const MAX_WORDS = 600;
/** Deepest level of a value that is indexed, and entries of a list or object. */
const MAX_LEVELS = 6;
const MAX_ENTRIES = 50;
/** Longest text that is split into words, in characters. */
const MAX_TEXT = 2000;

/** What can be searched in a run. */
export interface SearchedRun {
  readonly params: JsonObject;
  /** By step. */
  readonly outputs: ReadonlyMap<string, Json>;
  /** Messages of failures. */
  readonly errors: readonly string[];
}

/** A param with a value, as a term. @param path names joined by dots */
export function paramTerm(path: string, value: string): string {
  return term('p', path, value);
}

/** A value in the output of a step, as a term. @param path step id and names joined by dots */
export function outputTerm(path: string, value: string): string {
  return term('o', path, value);
}

/** A word in a message of a failure, as a term. */
export function errorTerm(word: string): string {
  return `e:${normal(word).slice(0, MAX_WORD)}`;
}

/** A word in any searched text, as a term. */
export function wordTerm(word: string): string {
  return `w:${normal(word).slice(0, MAX_WORD)}`;
}

function term(kind: 'p' | 'o', path: string, value: string): string {
  return `${kind}:${normal(path)}=${normal(value).slice(0, MAX_VALUE)}`;
}

/** Letters in lower case; PostgreSQL stores no NUL. */
function normal(text: string): string {
  return text.replaceAll('\u0000', '').toLowerCase();
}

/** The words of a text: runs of letters and digits, so that `api.example.com` is found by `example`. */
export function wordsOf(text: string): string[] {
  return normal(text.slice(0, MAX_TEXT)).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Every term by which a run is found, once each. */
export function searchTerms({ params, outputs, errors }: SearchedRun): string[] {
  const terms = new Set<string>();
  const words = new Set<string>();
  const addWords = (text: string, make: (word: string) => string) => {
    for (const word of wordsOf(text)) if (words.size < MAX_WORDS) words.add(make(word));
  };
  const addValue = (make: typeof paramTerm) => (path: string, value: string) => {
    if (terms.size < MAX_TERMS) terms.add(make(path, value));
    addWords(value, wordTerm);
  };
  for (const error of errors) {
    addWords(error, errorTerm);
    addWords(error, wordTerm);
  }
  for (const [name, value] of Object.entries(params)) walk(name, value, MAX_LEVELS, addValue(paramTerm));
  for (const [step, value] of outputs) walk(step, value, MAX_LEVELS, addValue(outputTerm));
  return [...terms, ...words];
}

/** Calls `add` for every value that is not a list or an object. */
function walk(path: string, value: Json, levels: number, add: (path: string, value: string) => void): void {
  if (levels === 0) return;
  if (typeof value !== 'object' || value === null) {
    add(path, String(value));
    return;
  }
  const entries = isJsonObject(value) ? Object.entries(value) : [...value.entries()];
  for (const [key, part] of entries.slice(0, MAX_ENTRIES)) walk(`${path}.${key}`, part, levels - 1, add);
}
