import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/engine/json';
import { columnsOf } from './columns';
import { shownRows } from './filter';

const rows: JsonObject[] = [
  { name: 'b10', score: 0.5 },
  { name: 'b9', score: null },
  { name: 'A', score: 0.9, region: 'eu' },
  { name: 'c', score: 0.7, region: 'us' },
];
const shown = (
  filters: Record<string, string>,
  column?: string,
  direction: 'ascending' | 'descending' = 'ascending',
) =>
  shownRows(
    rows,
    new Map(Object.entries(filters)),
    column === undefined ? undefined : { column, direction },
  ).map(({ index }) => index);

describe('the rows of a table', () => {
  it.each([
    [{ score: '>0.6' }, [2, 3]],
    [{ score: '>= 0.7', region: 'EU' }, [2]],
    [{ score: '<0.7' }, [0]],
    [{ score: '!=0.9' }, [0, 1, 3]],
    [{ name: '=A' }, [2]],
    [{ name: 'B' }, [0, 1]],
    [{ region: 'empty' }, [0, 1]],
    [{ region: '!empty' }, [2, 3]],
    [{ region: ' ' }, [0, 1, 2, 3]],
  ])('pass %j', (filters, expected) => {
    expect(shown(filters)).toEqual(expected);
  });

  it('are sorted with missing values last in both directions', () => {
    expect(shown({}, 'score')).toEqual([0, 3, 2, 1]);
    expect(shown({}, 'score', 'descending')).toEqual([2, 3, 0, 1]);
  });

  it('are sorted as people read names with numbers', () => {
    expect(shown({}, 'name')).toEqual([2, 1, 0, 3]);
  });
});

it('finds columns in order of appearance, and which of them are numbers', () => {
  expect(columnsOf([...rows, { region: 1 }])).toEqual([
    { name: 'name', isNumeric: false },
    { name: 'score', isNumeric: true },
    { name: 'region', isNumeric: false },
  ]);
});
