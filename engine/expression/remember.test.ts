import { expect, it } from 'vitest';
import { remember } from './remember';

/** A cache of the lengths of texts, with the list of computed ones. */
function lengths(limits: { entries: number; characters: number }) {
  const asked: string[] = [];
  const lengthOf = remember((text) => {
    asked.push(text);
    return text.length;
  }, limits);
  return { asked, lengthOf };
}

it('computes the result of the same text once', () => {
  const { asked, lengthOf } = lengths({ entries: 2, characters: 10 });
  expect([lengthOf('a'), lengthOf('bb'), lengthOf('a')]).toEqual([1, 2, 1]);
  expect(asked).toEqual(['a', 'bb']);
});

it('drops the oldest entry when there are too many', () => {
  const { asked, lengthOf } = lengths({ entries: 2, characters: 10 });
  for (const text of ['a', 'b', 'c', 'c', 'b', 'a']) lengthOf(text);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

it('does not cache a long text', () => {
  const { asked, lengthOf } = lengths({ entries: 2, characters: 10 });
  for (const text of ['a', 'x'.repeat(11), 'x'.repeat(11), 'a']) lengthOf(text);
  expect(asked).toEqual(['a', 'x'.repeat(11), 'x'.repeat(11)]);
});

it('drops the oldest entries when all texts together are too long', () => {
  const { asked, lengthOf } = lengths({ entries: 2000, characters: 20_000 });
  const texts = Array.from({ length: 21 }, (_, at) => `${at}`.padStart(20_000, ' '));
  for (const text of texts) lengthOf(text);
  lengthOf(texts[20] ?? '');
  expect(asked).toHaveLength(21);
  lengthOf(texts[0] ?? '');
  expect(asked).toHaveLength(22);
});
