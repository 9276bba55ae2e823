import { describe, expect, it } from 'vitest';
import { Lru } from './lru';

const lettersOf = (cache: Lru<string>) => ['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined);

describe('a full cache', () => {
  it('drops the least recently used value', () => {
    const cache = new Lru<string>({ maxWeight: 2 });
    cache.set('a', 'one');
    cache.set('b', 'two');
    expect(cache.get('a')).toBe('one');
    cache.set('c', 'three');
    expect(lettersOf(cache)).toEqual(['a', 'c']);
  });

  it('drops as many as the weight of a new one requires', () => {
    const cache = new Lru<string>({ maxWeight: 6, weightOf: ({ length }) => length });
    for (const key of ['a', 'b', 'c']) cache.set(key, 'xx');
    cache.set('d', 'xxx');
    expect(lettersOf(cache)).toEqual(['c', 'd']);
  });

  it('keeps the newest value of any weight until the next one', () => {
    const cache = new Lru<string>({ maxWeight: 2, weightOf: ({ length }) => length });
    cache.set('a', 'x');
    cache.set('b', 'xxx');
    expect(lettersOf(cache)).toEqual(['b']);
    cache.set('c', 'x');
    expect(lettersOf(cache)).toEqual(['c']);
  });
});

it('does not count a replaced or deleted value', () => {
  const cache = new Lru<string>({ maxWeight: 3, weightOf: ({ length }) => length });
  cache.set('a', 'xxx');
  cache.set('a', 'x');
  cache.set('b', 'xx');
  expect(lettersOf(cache)).toEqual(['a', 'b']);
  cache.delete('b');
  cache.set('c', 'xx');
  expect(lettersOf(cache)).toEqual(['a', 'c']);
});
