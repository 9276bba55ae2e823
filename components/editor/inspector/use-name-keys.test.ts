import { expect, it } from 'vitest';
import { createNameKeys } from './use-name-keys';

it('keeps the key of an entry that is renamed, and gives a new entry with its old name another one', () => {
  const keys = createNameKeys();
  keys.keep(['param', 'other']);
  const [param, other] = [keys.of('param'), keys.of('other')];
  keys.move('param', 'url');
  keys.keep(['param', 'other']);
  keys.keep(['url', 'other']);
  expect([keys.of('url'), keys.of('other')]).toEqual([param, other]);
  keys.keep(['url', 'other', 'param']);
  expect(keys.of('param')).not.toBe(param);
});

it('gives an entry that was removed and returns a new key', () => {
  const keys = createNameKeys();
  keys.keep(['a']);
  const first = keys.of('a');
  keys.keep([]);
  keys.keep(['a']);
  expect(keys.of('a')).not.toBe(first);
});
