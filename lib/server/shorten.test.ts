import { describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { shorten } from './shorten';

describe('a sample of a value', () => {
  it('is the value itself when it is small', () => {
    const value: Json = { status: 'ok', items: [{ name: 'a', n: 1.5, done: false, none: null }] };
    expect(shorten(value)).toEqual({ value, shortened: false });
  });

  it.each<[string, Json, Json]>([
    ['a long text', 'x'.repeat(301), `${'x'.repeat(300)}…`],
    ['a long list', Array.from({ length: 21 }, (_, n) => n), Array.from({ length: 20 }, (_, n) => n)],
  ])('keeps the beginning of %s', (_, value, expected) => {
    expect(shorten({ value })).toEqual({ value: { value: expected }, shortened: true });
  });

  it('keeps the first keys of a wide object', () => {
    const wide = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`k${n}`, n]));
    const { value, shortened } = shorten(wide);
    expect(Object.keys(value ?? {})).toHaveLength(100);
    expect(shortened).toBe(true);
  });

  it('ends at a depth that no form shows, however deep the value is', () => {
    let deep: Json = 'end';
    for (let level = 0; level < 2000; level += 1) deep = [deep];
    expect(shorten(deep)).toEqual({ value: [[[[[[[[[]]]]]]]]], shortened: true });
  });
});
