import { expect, it } from 'vitest';
import { arrowStep, listTarget } from './list-navigation';

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 0, 2],
  ['PageUp', 2, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
])('%s moves from entry %d of three to %d', (key, at, target) => {
  expect(listTarget(key, { at, count: 3 })).toBe(target);
});

it('wraps around when the list does', () => {
  expect(listTarget('ArrowDown', { at: 2, count: 3, wraps: true })).toBe(0);
  expect(listTarget('ArrowUp', { at: 0, count: 3, wraps: true })).toBe(2);
});

it('ignores other keys, those of a text field, and every key in an empty list', () => {
  expect(listTarget('toString', { at: 0, count: 3 })).toBeUndefined();
  expect(listTarget('Home', { at: 2, count: 3, inText: true })).toBeUndefined();
  expect(listTarget('ArrowDown', { at: -1, count: 0 })).toBeUndefined();
});

it('moves an entry by one', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home'].map(arrowStep)).toEqual([-1, 1, undefined]);
});
