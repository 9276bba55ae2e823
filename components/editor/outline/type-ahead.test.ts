import { expect, it } from 'vitest';
import { typeAheadTarget, typedWith } from './type-ahead';

const labels = ['Fetch', 'Log', 'Format', 'Load'];

it('goes to the next entry that begins with the typed text, and from the last to the first', () => {
  expect(typeAheadTarget(labels, 0, 'l')).toBe(1);
  expect(typeAheadTarget(labels, 1, 'l')).toBe(3);
  expect(typeAheadTarget(labels, 3, 'l')).toBe(1);
  expect(typeAheadTarget(labels, 0, 'lo')).toBe(1);
  expect(typeAheadTarget(labels, 1, 'loa')).toBe(3);
  expect(typeAheadTarget(labels, 1, 'll')).toBe(3);
  expect(typeAheadTarget(labels, 0, 'x')).toBe(-1);
});

it('begins a new word after a pause, and ignores keys that are no characters', () => {
  const first = typedWith(undefined, 'L', 1000);
  expect(typedWith(first, 'o', 1200)?.text).toBe('lo');
  expect(typedWith(first, 'o', 3000)?.text).toBe('o');
  expect(typedWith(first, 'Enter', 1200)).toBeUndefined();
  expect(typedWith(first, '?', 1200)).toBeUndefined();
});
