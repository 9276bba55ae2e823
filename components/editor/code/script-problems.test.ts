import { describe, expect, it } from 'vitest';
import { lineRange, placeOf } from '../form/text';
import { scriptProblems } from './script-problems';

describe('the text of a function', () => {
  it.each([
    '(item, index) => item',
    'item => ({ ...item, size: item.tags.length })',
    'function (acc, item) { return acc + item; }',
    'function total(acc, item) { return acc + item }',
    '(item) => item;',
    '(item) => item; ;\n',
    '((item) => item)',
    '// doubles\n(item) => item * 2',
    '(item) => {\n  const { a = 1 } = item;\n  return a;\n}',
    '',
    '  \n',
  ])('may be %j', (text) => {
    expect(scriptProblems(text)).toEqual([]);
  });

  it('is incomplete when something is missing at its end', () => {
    expect(scriptProblems('(item) => {')).toMatchObject([{ message: expect.stringContaining('incomplete') }]);
  });

  it('has its syntax errors marked', () => {
    const text = '(item) => {\n  return item. + 1;\n}';
    const [problem] = scriptProblems(text);
    expect(problem && placeOf(text, problem.from)).toMatch(/^Line 2, column/);
  });

  it('must be a function', () => {
    expect(scriptProblems('1 + 1')).toMatchObject([{ message: expect.stringContaining('Not a function') }]);
    expect(scriptProblems('item.name')).toHaveLength(1);
  });

  it('never has more than a few problems, for any text', () => {
    expect(scriptProblems('}{)(;;'.repeat(500)).length).toBeLessThanOrEqual(3);
  });
});

describe('lineRange', () => {
  it('returns the characters of a line', () => {
    const text = 'ab\ncdef\ng';
    expect(lineRange(text, 2)).toEqual({ from: 3, to: 7 });
    expect(lineRange(text, 99)).toEqual({ from: 8, to: 9 });
  });
});
