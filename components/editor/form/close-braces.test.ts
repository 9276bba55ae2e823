import { expect, test } from 'vitest';
import { closeBraces } from './close-braces';

test.each([
  ['{{', 2, '{{}}'],
  ['a {{ b', 4, 'a {{}} b'],
  ['a {{ b', 6, 'a {{ b'],
  ['{{ x }}', 2, '{{ x }}'],
  ['{{ x }} and {{', 14, '{{ x }} and {{}}'],
  ['{', 1, '{'],
])('closes braces that were just opened: %j at %i', (text, cursor, expected) => {
  expect(closeBraces(text, cursor)).toBe(expected);
});
