import { describe, expect, test } from 'vitest';
import { isTemplate, openExpression, openString, parseTemplate } from './template';
import { errorOf } from './testing/scope';

const pieces = (text: string) =>
  parseTemplate(text).parts.map((part) => [part.kind, text.slice(part.start, part.end)]);

describe('a template', () => {
  test.each([
    ['', []],
    ['plain', [['text', 'plain']]],
    ['{{a}}', [['expression', '{{a}}']]],
    [
      'a {{b}} c',
      [
        ['text', 'a '],
        ['expression', '{{b}}'],
        ['text', ' c'],
      ],
    ],
    [
      '{{a}}{{b}}',
      [
        ['expression', '{{a}}'],
        ['expression', '{{b}}'],
      ],
    ],
    [
      '{"a":{{b}}}',
      [
        ['text', '{"a":'],
        ['expression', '{{b}}'],
        ['text', '}'],
      ],
    ],
    [
      '{{ "}}" }}!',
      [
        ['expression', '{{ "}}" }}'],
        ['text', '!'],
      ],
    ],
    [`{{ '{{' }}`, [['expression', `{{ '{{' }}`]]],
    [String.raw`{{ "\"}}" }}`, [['expression', String.raw`{{ "\"}}" }}`]]],
    ['{{ {"a": {"b": 1}} }}', [['expression', '{{ {"a": {"b": 1}} }}']]],
    ['{{{"a":{}}}}', [['expression', '{{{"a":{}}}}']]],
    ['a }} b', [['text', 'a }} b']]],
    [
      '😀{{a}}',
      [
        ['text', '😀'],
        ['expression', '{{a}}'],
      ],
    ],
  ])('%s is split', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  test.each([
    ['{{a}}', true],
    [' {{a}}\n', true],
    ['{{a}}{{b}}', false],
    ['x{{a}}', false],
    ['{{a}}.', false],
    ['', false],
    ['a', false],
  ])('%j is exactly one expression: %s', (text, expected) => {
    expect(parseTemplate(text).whole !== undefined).toBe(expected);
  });

  test('positions of expressions are those in the whole text', () => {
    const [, part] = parseTemplate('Hello {{ params.name }}').parts;
    expect(part?.kind === 'expression' && part.expression).toMatchObject({
      start: 9,
      end: 20,
      root: { kind: 'member', propertyRange: { start: 16, end: 20 } },
    });
  });

  test('may be longer than the limit of an expression', () => {
    expect(parseTemplate(`${'x'.repeat(50_000)}{{a}}`).parts).toHaveLength(2);
  });

  test.each([
    ['Hi {{ name', 3, 5, 'starts with {{ but is not closed', '{{ "{{" }}'],
    ['Hi {{ name }', 3, 5, 'not closed', '}}'],
    ['{{ "a }}', 3, 8, 'The text is not closed', 'Add "'],
    ['a {{ }}', 4, 5, 'expression is empty', 'params.name'],
    ['a {{ 1 + }}', 9, 9, 'Unexpected end', 'after +'],
    ['a {{ b = c }}', 7, 8, 'single =', 'Use =='],
    ['{{ a } }}', 5, 6, 'Unexpected }', undefined],
  ])('%s is refused at [%i, %i)', (text, start, end, message, hint) => {
    const error = errorOf(() => parseTemplate(text));
    expect(error.message).toContain(message);
    expect(error.range).toEqual({ start, end });
    if (hint !== undefined) expect(error.hint).toContain(hint);
  });

  test('is distinguished from plain text without parsing', () => {
    expect([isTemplate('a'), isTemplate('a }}'), isTemplate('{{')]).toEqual([false, false, true]);
  });
});

describe('the expression at a position', () => {
  test.each([
    ['ab', 1, undefined],
    ['a {{ b }} c', 1, undefined],
    ['a {{ b }} c', 3, undefined],
    ['a {{ b }} c', 4, 4],
    ['a {{ b }} c', 7, 4],
    ['a {{ b }} c', 9, undefined],
    ['a {{ b }} {{ c', 14, 12],
    ['a {{ "}} ', 9, 4],
  ])('in %j at %i begins at %s', (text, position, expected) => {
    expect(openExpression(text, position)).toBe(expected);
  });

  test.each([
    ['"a" == "b', 9, true],
    ['"a" == ', 7, false],
    [String.raw`"a\"`, 4, true],
    [`'"'`, 3, false],
  ])('in %j at %i is inside a text: %s', (text, position, expected) => {
    expect(openString(text, 0, position)).toBe(expected);
  });
});
