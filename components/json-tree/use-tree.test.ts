import { describe, expect, it } from 'vitest';
import { flattenJson } from './flatten';
import { keyTarget } from './use-tree';

const value = { a: { b: 1, c: 2 }, d: [], e: 'text' };
const open = flattenJson(value, { expanded: new Set(['/a']), pages: new Map() });
const closed = flattenJson(value, { expanded: new Set(), pages: new Map() });

describe('the keyboard in a tree', () => {
  it('moves between lines and stops at the ends', () => {
    expect(keyTarget(open, 0, 'ArrowDown')).toBe(1);
    expect(keyTarget(open, 4, 'ArrowDown')).toBe(4);
    expect(keyTarget(open, 0, 'ArrowUp')).toBe(0);
    expect(keyTarget(open, 2, 'End')).toBe(4);
    expect(keyTarget(open, 2, 'Home')).toBe(0);
  });

  it('opens with right, then enters; closes with left, then leaves', () => {
    expect(keyTarget(closed, 0, 'ArrowRight')).toBe('toggle');
    expect(keyTarget(open, 0, 'ArrowRight')).toBe(1);
    expect(keyTarget(open, 0, 'ArrowLeft')).toBe('toggle');
    expect(keyTarget(open, 2, 'ArrowLeft')).toBe(0);
  });

  it('ignores an empty list and other keys', () => {
    expect(keyTarget(open, 3, 'ArrowRight')).toBe(3);
    expect(keyTarget(open, 0, 'q')).toBeUndefined();
    expect(keyTarget([], 0, 'ArrowDown')).toBeUndefined();
  });
});
