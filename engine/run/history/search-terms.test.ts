import { expect, it } from 'vitest';
import { errorTerm, outputTerm, paramTerm, searchTerms, wordsOf, wordTerm } from './search-terms';

const run = (more: Partial<Parameters<typeof searchTerms>[0]> = {}) =>
  searchTerms({ params: {}, outputs: new Map(), errors: [], ...more });

it('has a term for every value of params and outputs, without regard to case', () => {
  const terms = run({
    params: { Model: 'Llama-3', options: { count: 2, dry: true } },
    outputs: new Map([['fetch', { items: [{ name: 'Ada' }], next: null }]]),
  });
  for (const term of [
    paramTerm('model', 'llama-3'),
    paramTerm('options.count', '2'),
    paramTerm('options.dry', 'TRUE'),
    outputTerm('fetch.items.0.name', 'ada'),
    outputTerm('fetch.next', 'null'),
  ])
    expect(terms).toContain(term);
});

it('has the words of errors apart from other words', () => {
  const terms = run({ params: { note: 'calm' }, errors: ['api.example.com timed out'] });
  expect(terms).toEqual(expect.arrayContaining(['timed', 'example'].map(errorTerm)));
  expect(terms).toEqual(expect.arrayContaining(['timed', 'calm'].map(wordTerm)));
  expect(terms).not.toContain(errorTerm('calm'));
});

it('splits texts at everything but letters and digits', () => {
  expect(wordsOf('Größe: "3x" a_b\u0000c')).toEqual(['größe', '3x', 'a', 'bc']);
});

it('is bounded, whatever a run contains', () => {
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, `v${i} `.repeat(500)]));
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`);
  const terms = run({ params: { wide, deep }, outputs: new Map([['s', wide]]) });
  expect(terms.length).toBeLessThanOrEqual(1000);
  expect(Math.max(...terms.map((term) => term.length))).toBeLessThan(400);
});
