import { describe, expect, it } from 'vitest';
import { failurePattern } from '@/engine/run/history/failure-pattern';
import { searchTerms } from '@/engine/run/history/search-terms';
import { failureSearch } from './failure-search';
import { parseSearch } from './parse';

/** The terms of the search for the group of a message. */
function termsFor(message: string) {
  const parsed = parseSearch(failureSearch({ step: null, pattern: failurePattern(message) }), 0);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.search.terms;
}

describe('the search of a group of failures', () => {
  it('is readable, and names the step', () => {
    const pattern = failurePattern('GET 127.0.0.1:8080 returned 503, expected 2xx.');
    expect(failureSearch({ step: 'fetch', pattern })).toBe(
      'status:failed step:fetch error:returned error:expected error:get',
    );
    expect(failureSearch({ step: 'a "b", c', pattern: '<n>' })).toBe(
      String.raw`status:failed step:"a \"b\", c"`,
    );
  });

  it.each([
    'timeout after 60 s, attempt 3 of 3',
    'took 500ms, v12 of host-7b3f9ac1e2',
    '"users.csv" is missing in run_7fk29d1 since 2026-11-20T08:00:00Z',
    'Größe überschritten: 12,5 MB',
    'first line\nsecond   line',
    `${'long '.repeat(59)}cutoffword and more`,
    '42',
  ])('finds %j', (message) => {
    const indexed = searchTerms({ params: {}, outputs: new Map(), errors: [message] });
    for (const { term, isPrefix } of termsFor(message)) {
      expect(isPrefix).toBe(true);
      expect(
        indexed.some((each) => each.startsWith(term)),
        term,
      ).toBe(true);
    }
  });

  it('does not find failures of another group', () => {
    const indexed = new Set(searchTerms({ params: {}, outputs: new Map(), errors: ['connection refused'] }));
    expect(termsFor('timeout after 60 s').some(({ term }) => indexed.has(term))).toBe(false);
  });
});
