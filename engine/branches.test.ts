import { describe, expect, it } from 'vitest';
import { readBranches, readTargets } from './branches';

/** The parts that differ between shapes. */
const brief = (value: unknown) =>
  readBranches(value).map(({ name, condition, targets, isDefault }) => [name, condition, targets, isDefault]);

describe('readBranches', () => {
  it('reads names with expressions', () => {
    expect(brief({ good: 'x > 1', bad: 'x < 1' })).toEqual([
      ['good', 'x > 1', [], false],
      ['bad', 'x < 1', [], false],
    ]);
  });

  it('reads names with condition and target, under both names of the target', () => {
    const value = {
      good: { condition: 'x > 1', target_step: 'a' },
      bad: { condition: 'x < 1', next_step: ['b', 'c'] },
    };
    expect(brief(value)).toEqual([
      ['good', 'x > 1', ['a'], false],
      ['bad', 'x < 1', ['b', 'c'], false],
    ]);
  });

  it('reads a list, named by id, then label, then position', () => {
    const value = [
      { id: 'one', label: 'First', condition: 'x', target_step: 'a' },
      { label: 'Second', condition: 'y', target_step: 'b' },
      { condition: 'z', next_step: 'c' },
    ];
    expect(readBranches(value).map(({ name, label }) => [name, label])).toEqual([
      ['one', 'First'],
      ['Second', 'Second'],
      ['branch_3', 'branch_3'],
    ]);
  });

  it.each(['default', 'else', 'Default'])('puts %s last, at any position', (name) => {
    expect(brief({ [name]: 'z', good: 'x' })).toEqual([
      ['good', 'x', [], false],
      [name, undefined, ['z'], true],
    ]);
    expect(
      brief([
        { id: name, target_step: 'z' },
        { id: 'good', condition: 'x' },
      ]),
    ).toEqual([
      ['good', 'x', [], false],
      [name, undefined, ['z'], true],
    ]);
  });

  it('reads the default in every form', () => {
    expect(brief({ default: ['a', 'b'] })).toEqual([['default', undefined, ['a', 'b'], true]]);
    expect(brief({ default: { target_step: 'a' } })).toEqual([['default', undefined, ['a'], true]]);
    expect(brief({ default: 'true' })).toEqual([['default', undefined, [], true]]);
    expect(brief({ default: null })).toEqual([['default', undefined, [], true]]);
    expect(brief([{ condition: 'x', next_step: 'a' }, { next_step: 'b' }])).toEqual([
      ['branch_1', 'x', ['a'], false],
      ['default', undefined, ['b'], true],
    ]);
  });

  it('keeps the condition of a branch that is only called default', () => {
    expect(brief({ default: { condition: 'x', target_step: 'a' } })).toEqual([
      ['default', 'x', ['a'], false],
    ]);
  });

  it('reads a branch that the step’s condition selects by name', () => {
    expect(brief({ healthy: { target_step: 'a' } })).toEqual([['healthy', undefined, ['a'], false]]);
  });

  it('reads a boolean as a condition', () => {
    expect(brief({ always: true })).toEqual([['always', 'true', [], false]]);
  });

  it('returns the path of each part', () => {
    expect(readBranches({ a: { condition: 'x', next_step: 's' }, b: 'y', else: 't' })).toMatchObject([
      {
        path: 'params.branches.a',
        conditionPath: 'params.branches.a.condition',
        targetPath: 'params.branches.a.next_step',
      },
      { path: 'params.branches.b', conditionPath: 'params.branches.b', targetPath: undefined },
      { path: 'params.branches.else', conditionPath: undefined, targetPath: 'params.branches.else' },
    ]);
    expect(readBranches([{ condition: 'x' }])).toMatchObject([
      { path: 'params.branches.0', conditionPath: 'params.branches.0.condition' },
    ]);
  });

  it.each([undefined, null, 3, 'x', [], {}, [1, 'x', null], { a: 3, b: '', c: null }])(
    'finds no branch in %j',
    (value) => {
      expect(readBranches(value)).toEqual([]);
    },
  );

  it('reads names of inherited properties as ordinary names', () => {
    const value: unknown = JSON.parse('{"__proto__":"x","constructor":{"target_step":"a"}}');
    expect(brief(value)).toEqual([
      ['__proto__', 'x', [], false],
      ['constructor', undefined, ['a'], false],
    ]);
    expect(brief([{}])).toEqual([['default', undefined, [], true]]);
  });
});

describe('readTargets', () => {
  it('reads one id or a list, and ignores other values', () => {
    expect(readTargets('a')).toEqual(['a']);
    expect(readTargets(['a', 3, '', 'b'])).toEqual(['a', 'b']);
    expect(readTargets(undefined)).toEqual([]);
  });
});
