import { expect, it } from 'vitest';
import { sentence } from './sentence';

it.each([
  ['relation "x" does not exist', 'Relation "x" does not exist.'],
  ['Stop!', 'Stop!'],
  ['two\n  lines', 'Two lines.'],
  [undefined, '.'],
  ['x'.repeat(300), `X${'x'.repeat(299)}.`],
  ['x'.repeat(301), `X${'x'.repeat(298)}…`],
])('a database error %j', (said, shown) => expect(sentence(said)).toBe(shown));
