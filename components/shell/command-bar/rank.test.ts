import { describe, expect, it } from 'vitest';
import type { BarItem } from './bar-item';
import { rankItems } from './rank';

const item = (label: string, more: Partial<BarItem> = {}): BarItem => ({
  id: label,
  kind: 'Command',
  label,
  icon: 'play',
  run: () => undefined,
  ...more,
});
const labels = (items: readonly BarItem[]) => items.map(({ label }) => label);

describe('the ranking of the command bar', () => {
  it('puts the beginning of a label before the beginning of a word, and that before any other place', () => {
    const items = [item('Prerun'), item('Dry run'), item('Run')];
    expect(labels(rankItems(items, 'run', []))).toEqual(['Run', 'Dry run', 'Prerun']);
  });

  it('finds the initials of words and letters in their order', () => {
    const items = [item('Lay out all steps'), item('Delete and reconnect'), item('Fit view')];
    expect(labels(rankItems(items, 'dar', []))).toEqual(['Delete and reconnect']);
    expect(labels(rankItems(items, 'ftv', []))).toEqual(['Fit view']);
  });

  it('needs every word, each of which may be in the label, the detail or the kind', () => {
    const items = [
      item('Fetch', { kind: 'Step', detail: 'get_users' }),
      item('Fetch prices', { kind: 'Run' }),
    ];
    expect(labels(rankItems(items, 'step users', []))).toEqual(['Fetch']);
    expect(rankItems(items, 'fetch elsewhere', [])).toEqual([]);
  });

  it('lists recently used entries first, and otherwise keeps the order', () => {
    const items = [item('A'), item('B'), item('C'), item('D')];
    expect(labels(rankItems(items, '', ['D', 'B']))).toEqual(['D', 'B', 'A', 'C']);
  });

  it('prefers a recently used entry among matches of similar quality only', () => {
    const items = [item('Runs'), item('Run'), item('Rename the unit')];
    expect(labels(rankItems(items, 'run', ['Rename the unit', 'Runs']))).toEqual([
      'Runs',
      'Run',
      'Rename the unit',
    ]);
  });
});
