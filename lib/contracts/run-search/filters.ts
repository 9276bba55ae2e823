import { errorTerm, outputTerm, paramTerm, wordsOf, wordTerm } from '@/engine/run/history/search-terms';
import { RUN_FILTERS, TRIGGERS } from '../runs';
import type { RunSearch } from './search';
import { SearchError, type SearchToken } from './tokens';
import { readDuration, readInstant } from './values';

/** Adds what a token requires. @throws SearchError */
type Filter = (search: RunSearch, token: SearchToken, now: number) => void;

/** One filter of the search language. */
export interface FilterHelp {
  /** How it begins: `status:`. */
  readonly prefix: string;
  readonly example: string;
  readonly meaning: string;
}

/** Every filter, in the order in which they are offered. */
export const FILTER_HELP: readonly FilterHelp[] = [
  { prefix: 'status:', example: 'status:failed,cancelled', meaning: 'Status of the run' },
  { prefix: 'error:', example: 'error:"timed out"', meaning: 'Text of a failure' },
  { prefix: 'step:', example: 'step:fetch', meaning: 'Step that failed the run' },
  { prefix: 'param.', example: 'param.model:llama*', meaning: 'Value of a run parameter' },
  { prefix: 'output.', example: 'output.fetch.status_code:503', meaning: 'Value in the output of a step' },
  { prefix: 'trigger:', example: 'trigger:webhook', meaning: 'How the run was started' },
  { prefix: 'version:', example: 'version:14', meaning: 'Version of the pipeline' },
  { prefix: 'number:', example: 'number:128', meaning: 'Number of the run' },
  {
    prefix: 'after:',
    example: 'after:2026-11-01',
    meaning: 'Created on this date or later, or in the last 7d, 24h, 30m',
  },
  { prefix: 'before:', example: 'before:2026-11-20', meaning: 'Created before this date' },
  {
    prefix: 'duration:',
    example: 'duration:>30s',
    meaning: 'Duration of the run, longer or shorter than a limit',
  },
  { prefix: 'pipeline:', example: 'pipeline:pipe_01', meaning: 'ID of the pipeline' },
  { prefix: 'pinned:', example: 'pinned:yes', meaning: 'Excluded from automatic deletion' },
];

/** Filters with one name. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  status: (search, token) => {
    const words = oneOf(token, [...RUN_FILTERS, 'queued']);
    search.statuses = words.map((word) => (word === 'queued' ? 'pending' : word));
  },
  trigger: (search, token) => {
    search.triggers = oneOf(token, TRIGGERS);
  },
  version: (search, token) => {
    search.versions = wholeNumbers(token);
  },
  number: (search, token) => {
    search.numbers = wholeNumbers(token);
  },
  step: (search, token) => {
    search.steps = parts(token);
  },
  pipeline: (search, token) => {
    search.pipelines = parts(token);
  },
  pinned: (search, token) => {
    search.isPinned = oneOf(token, ['yes', 'no'])[0] === 'yes';
  },
  after: (search, token, now) => {
    search.after = readInstant(token, now);
  },
  before: (search, token, now) => {
    search.before = readInstant(token, now);
  },
  duration: (search, token) => {
    const { isLonger, ms } = readDuration(token);
    if (isLonger) search.longerMs = ms;
    else search.shorterMs = ms;
  },
  error: (search, token) => {
    const words = wordsOf(token.value);
    if (words.length === 0) throw new SearchError('error: needs a word. Example: error:"timed out".', token);
    if (token.isQuoted) search.phrases.push(token.value.toLowerCase());
    // The index finds the longest word of a phrase; with all of them, the database expects too few matches.
    const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
    const sought = token.isQuoted ? [longest] : words;
    search.terms.push(...sought.map((word) => ({ term: errorTerm(word), isPrefix: true })));
  },
};

/** Filters of a path: `param.model`. */
export const PATH_FILTERS: Readonly<
  Record<string, (search: RunSearch, path: string, value: string) => void>
> = {
  param: (search, path, value) => addValue(search, path, value, paramTerm),
  output: (search, path, value) => addValue(search, path, value, outputTerm),
};

/** Adds a word or phrase in any text of the run. */
export function addText(search: RunSearch, { value }: SearchToken): void {
  search.terms.push(...wordsOf(value).map((word) => ({ term: wordTerm(word), isPrefix: true })));
}

/** A trailing `*` matches any end. */
function addValue(search: RunSearch, path: string, value: string, make: typeof paramTerm): void {
  const isPrefix = value.endsWith('*');
  search.terms.push({ term: make(path, isPrefix ? value.slice(0, -1) : value), isPrefix });
}

function parts({ value, isQuoted }: SearchToken): string[] {
  return isQuoted ? [value] : value.split(',').filter((part) => part !== '');
}

function oneOf<T extends string>(token: SearchToken, values: readonly T[]): T[] {
  return parts(token).map((part) => {
    const found = values.find((value) => value === part.toLowerCase());
    if (found === undefined) {
      throw new SearchError(`${token.name}:${part} is not known. Use one of: ${values.join(', ')}.`, token);
    }
    return found;
  });
}

function wholeNumbers(token: SearchToken): number[] {
  return parts(token).map((part) => {
    if (!/^\d{1,9}$/.test(part)) {
      throw new SearchError(
        `${token.name}: needs whole numbers, not ${part}. Example: ${token.name}:14.`,
        token,
      );
    }
    return Number(part);
  });
}
