import { describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { addBranch, arrangeBranches, branchRows, changeBranch } from './branch-rows';

const NAMED: Json = { fast: { condition: 'a < 1', target_step: 'x' }, default: { next_step: 'y' } };
const SHORT: Json = { fast: 'a < 1', default: 'y' };
const LIST: Json = [
  { id: 'fast', label: 'Fast', condition: 'a < 1', next_step: ['x', 'z'] },
  { next_step: 'y' },
];

describe('branchRows', () => {
  it.each<{ value: Json }>([{ value: NAMED }, { value: SHORT }, { value: LIST }])(
    'reads every accepted form',
    ({ value }) => {
      const [first, last] = branchRows(value);
      expect(first).toMatchObject({ name: 'fast', condition: 'a < 1', isDefault: false });
      expect(last).toMatchObject({ targets: ['y'], isDefault: true });
    },
  );

  it('shows a branch with an empty condition', () => {
    expect(branchRows({ a: { condition: '' } })).toMatchObject([{ name: 'a', condition: '' }]);
  });
});

describe('changeBranch', () => {
  it('keeps the object form and its key for the target', () => {
    expect(changeBranch(NAMED, 0, { condition: 'a < 2' })).toEqual({
      ...NAMED,
      fast: { condition: 'a < 2', target_step: 'x' },
    });
    expect(changeBranch(NAMED, 1, { targets: ['q'] })).toEqual({ ...NAMED, default: { next_step: 'q' } });
  });

  it('keeps the short form until a branch has a target', () => {
    expect(changeBranch(SHORT, 0, { condition: 'b' })).toEqual({ fast: 'b', default: 'y' });
    expect(changeBranch(SHORT, 0, { targets: ['x'] })).toEqual({
      fast: { condition: 'a < 1', target_step: 'x' },
      default: 'y',
    });
    expect(changeBranch(SHORT, 1, { targets: ['x', 'y'] })).toEqual({ fast: 'a < 1', default: ['x', 'y'] });
  });

  it('keeps the list form', () => {
    expect(changeBranch(LIST, 0, { name: 'quick', targets: ['x'] })).toEqual([
      { id: 'quick', label: 'Fast', condition: 'a < 1', next_step: 'x' },
      { next_step: 'y' },
    ]);
  });

  it('renames in place, and never to the name of another branch', () => {
    expect(Object.keys(Object(changeBranch(NAMED, 0, { name: 'quick' })))).toEqual(['quick', 'default']);
    expect(changeBranch(NAMED, 0, { name: 'default' })).toEqual(NAMED);
  });
});

describe('addBranch', () => {
  it('starts in the object form, before the default', () => {
    expect(addBranch(undefined, 'named')).toEqual({ branch_1: { condition: '' } });
    expect(Object.keys(Object(addBranch(NAMED, 'named')))).toEqual(['fast', 'branch_3', 'default']);
    expect(addBranch(LIST, 'named')).toHaveLength(3);
  });
});

describe('arrangeBranches', () => {
  it('reorders and removes by index', () => {
    expect(Object.keys(Object(arrangeBranches({ a: '1', b: '2', c: '3' }, [2, 0])))).toEqual(['c', 'a']);
  });
});
