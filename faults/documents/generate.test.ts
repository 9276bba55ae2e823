import { expect, it } from 'vitest';
import { hostileDocument } from './generate';

it('generates the same document from a seed, whatever was generated before', () => {
  const seeds = Array.from({ length: 40 }, (_, at) => 603337900000 + at);
  const texts = seeds.map((seed) => hostileDocument(seed).text);
  // One of these puts a value of another type into a list.
  for (let seed = 603337006975; seed < 603337006990; seed += 1) hostileDocument(seed);
  expect(seeds.map((seed) => hostileDocument(seed).text)).toEqual(texts);
});
