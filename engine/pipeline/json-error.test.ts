import { expect, test } from 'vitest';
import { locateJsonError } from './json-error';

test.each([
  ['{"a": 1 "b": 2}', 8, 'a comma is missing before "\\""'],
  ['[1 2]', 3, 'a comma is missing before "2"'],
  ['[{} {}]', 4, 'a comma is missing before "{"'],
  ['{"a": "x\n"}', 6, 'the text is not closed, or contains a character that must be escaped'],
  ['[1,]', 3, 'unexpected ], expected a value. Remove a trailing comma'],
  ['{"a": 1,}', 8, 'unexpected }, expected a key in double quotes. Remove a trailing comma'],
  ['[1}', 2, 'unexpected }, expected , or ]'],
  ["{'a': 1}", 1, 'text needs double quotes, not single ones'],
])('%s', (text, offset, message) => {
  expect(locateJsonError(text)).toMatchObject({ offset, message });
});
