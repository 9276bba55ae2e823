import { expect, test } from 'vitest';
import { clsx } from './clsx';

test('class names are joined by spaces, without those that are absent or false', () => {
  expect(clsx('a', undefined, 'b c', false, null, '', 'd')).toBe('a b c d');
  expect(clsx(undefined, false)).toBe('');
});
