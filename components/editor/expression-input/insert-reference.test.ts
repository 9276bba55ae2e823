import { describe, expect, it } from 'vitest';
import { referenceAt } from './insert-reference';

const REFERENCE = 'steps.get.output.status';

describe('a reference that is inserted', () => {
  it.each([
    ['into plain text', 'a  b', 2, `{{${REFERENCE}}}`],
    ['into an empty text', '', 0, `{{${REFERENCE}}}`],
    ['inside braces', 'a {{}} b', 4, REFERENCE],
    ['inside an expression', '{{1 + }}', 6, REFERENCE],
    ['after unclosed braces', 'a {{ ', 5, REFERENCE],
    ['after closed braces', '{{now}}', 7, `{{${REFERENCE}}}`],
  ])('is written %s of a template as the text needs it', (_, text, at, expected) => {
    expect(referenceAt(text, at, REFERENCE, 'template')).toBe(expected);
  });

  it.each(['', 'a == ', '{{a}} '])('has no braces in a condition: %j', (text) => {
    expect(referenceAt(text, text.length, REFERENCE, 'expression')).toBe(REFERENCE);
  });
});
