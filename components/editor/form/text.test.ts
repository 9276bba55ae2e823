import { expect, test } from 'vitest';
import { oneLine } from './text';

test.each([
  ['plain  text ', 'plain  text '],
  ['a\nb', 'a b'],
  ['a  \r\n \n\t b', 'a b'],
  [' a\nb ', ' a b '],
  ['a\n', 'a '],
  ['\n\na', ' a'],
])('%j becomes %j', (written, shown) => expect(oneLine(written)).toBe(shown));
