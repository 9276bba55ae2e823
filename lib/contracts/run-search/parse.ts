import { closest } from '@/engine/expression';
import { addText, FILTERS, PATH_FILTERS } from './filters';
import type { RunSearch } from './search';
import { SearchError, type SearchProblem, type SearchToken, searchTokens } from './tokens';

/** A search, or what is wrong with its text. */
export type ParsedSearch =
  | { readonly ok: true; readonly search: RunSearch }
  | { readonly ok: false; readonly problem: SearchProblem };

/**
 * Reads a search: filters such as `status:failed param.model:llama error:"timed out"`, and words. `docs/run-search.md`
 * describes the language.
 * @param now ms since 1970, for ages such as `after:7d`
 */
export function parseSearch(text: string, now: number): ParsedSearch {
  const search: RunSearch = { terms: [], phrases: [] };
  const seen = new Set<string>();
  try {
    for (const token of searchTokens(text)) apply(search, token, { now, seen });
    return { ok: true, search };
  } catch (error) {
    if (error instanceof SearchError) return { ok: false, problem: error.problem };
    throw error;
  }
}

function apply(
  search: RunSearch,
  token: SearchToken,
  { now, seen }: { readonly now: number; readonly seen: Set<string> },
): void {
  if (token.name === '') {
    addText(search, token);
    return;
  }
  if (token.value === '') throw new SearchError(`${token.name}: needs a value.`, token);
  const filter = Object.hasOwn(FILTERS, token.name) ? FILTERS[token.name] : undefined;
  if (filter) {
    refuseSecond(token, seen);
    filter(search, token, now);
    return;
  }
  const dot = token.name.indexOf('.');
  const kind = dot < 0 ? token.name : token.name.slice(0, dot);
  const path = dot < 0 ? '' : token.name.slice(dot + 1);
  const addPath = Object.hasOwn(PATH_FILTERS, kind) ? PATH_FILTERS[kind] : undefined;
  if (!addPath) throw unknownFilter(token);
  if (path === '') throw new SearchError(`${kind} needs a name. Example: ${kind}.name:value.`, token);
  addPath(search, path, token.value);
}

/** A second value would replace the first. `error:` and limits of the duration add up. */
function refuseSecond(token: SearchToken, seen: Set<string>): void {
  const { name } = token;
  const key = name === 'duration' ? `${name}${token.value[0]}` : name;
  if (name === 'error' || !seen.has(key)) {
    seen.add(key);
    return;
  }
  const advice = name === 'after' || name === 'before' || name === 'duration' || name === 'pinned';
  throw new SearchError(
    advice ? `${name}: appears twice. Remove one.` : `${name}: appears twice. Join the values: ${name}:a,b.`,
    token,
  );
}

function unknownFilter(token: SearchToken): SearchError {
  const names = [...Object.keys(FILTERS), ...Object.keys(PATH_FILTERS).map((name) => `${name}.`)];
  const near = closest(token.name, names);
  const advice = near === undefined ? `Filters: ${names.join(', ')}.` : `Did you mean ${near}?`;
  return new SearchError(
    `There is no filter ${token.name}. ${advice} Put text with a colon in quotes.`,
    token,
  );
}
