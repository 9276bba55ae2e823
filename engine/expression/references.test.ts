import { describe, expect, test } from 'vitest';
import { parseExpression, references, templateReferences, templateTexts } from './index';

const of = (text: string) => references(parseExpression(text));

describe('the references of an expression', () => {
  test.each([
    ['1 + 2', []],
    ['params.a', [{ root: 'params', path: ['a'], guarded: false, start: 0, end: 8 }]],
    ['now', [{ root: 'now', path: [], guarded: false, start: 0, end: 3 }]],
    ['now()', [{ root: 'now', path: [], guarded: false, start: 0, end: 5 }]],
    [
      'steps.my-step.outputs.items[0]["a b"]',
      [
        {
          root: 'steps',
          step: 'my-step',
          aspect: 'output',
          path: ['items', 0, 'a b'],
          guarded: false,
          start: 0,
          end: 37,
        },
      ],
    ],
    [
      'steps.a.error.kind == "timeout"',
      [{ root: 'steps', step: 'a', aspect: 'error', path: ['kind'], guarded: false, start: 0, end: 18 }],
    ],
    [
      'steps.a.status',
      [{ root: 'steps', step: 'a', aspect: 'status', path: [], guarded: false, start: 0, end: 14 }],
    ],
    [
      'default(params.a, params.b)',
      [
        { root: 'params', path: ['a'], guarded: true, start: 8, end: 16 },
        { root: 'params', path: ['b'], guarded: false, start: 18, end: 26 },
      ],
    ],
    ['has(item.x)', [{ root: 'item', path: ['x'], guarded: true, start: 4, end: 10 }]],
    [
      'params.a[params.b.c].d',
      [
        { root: 'params', path: ['a'], guarded: false, start: 0, end: 22 },
        { root: 'params', path: ['b', 'c'], guarded: false, start: 9, end: 19 },
      ],
    ],
    ['params.a.contains("x")', [{ root: 'params', path: ['a'], guarded: false, start: 0, end: 8 }]],
    [
      'a ? [b] : {"k": -c}',
      [
        { root: 'a', path: [], guarded: false, start: 0, end: 1 },
        { root: 'b', path: [], guarded: false, start: 5, end: 6 },
        { root: 'c', path: [], guarded: false, start: 17, end: 18 },
      ],
    ],
    ['default(x, {}).a', [{ root: 'x', path: [], guarded: true, start: 8, end: 9 }]],
  ])('%s', (text, expected) => {
    expect(of(text)).toEqual(expected);
  });
});

describe('the references of a value', () => {
  const value = {
    url: 'https://{{params.host}}/{{steps.a.output.id}}',
    list: [1, null, { deep: '{{item}}' }],
    plain: 'params.host',
    broken: '{{ params. }}',
    '{{key}}': true,
  };

  test('have the path of their text and their range in it', () => {
    expect(
      templateReferences(value).map(({ path, reference }) => [path, reference.root, reference.start]),
    ).toEqual([
      [['url'], 'params', 10],
      [['url'], 'steps', 26],
      [['list', 2, 'deep'], 'item', 2],
    ]);
  });

  test('are found in texts with templates, also invalid ones', () => {
    expect(templateTexts(value).map(({ path }) => path)).toEqual([['url'], ['list', 2, 'deep'], ['broken']]);
    expect(templateTexts('{{a}}')).toEqual([{ path: [], text: '{{a}}' }]);
  });
});
