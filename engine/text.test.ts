import { expect, test } from 'vitest';
import { splitOutside, withoutTrailing } from './text';

test.each([
  ['abc==', '=', 'abc'],
  ['==', '=', ''],
  ['a=b', '=', 'a=b'],
  ['f ;\n;', '; \n', 'f'],
])('%j without trailing %j is %j', (text, characters, rest) => {
  expect(withoutTrailing(text, characters)).toBe(rest);
});

test.each([
  ['a, b,, c ', ['a', 'b', 'c']],
  ['"x, y" <a>, b', ['"x, y" <a>', 'b']],
  ['"x, y', ['"x, y']],
  ['"a\\", b", c', ['"a\\", b"', 'c']],
  ['', []],
])('%j has the pieces %j', (text, pieces) => {
  expect(splitOutside(text, ',', /"(?:\\.|[^"\\])*"?/y)).toEqual(pieces);
});
