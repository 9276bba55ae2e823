import { expect, it } from 'vitest';
import { movedPlace } from './grid-place';

const size = { rows: 40, columns: 5 };
const press = (row: number, column: number, key: string, ctrlKey = false) =>
  movedPlace({ row, column }, { key, ctrlKey }, size);

it.each([
  ['ArrowDown', false, { row: 11, column: 2 }],
  ['ArrowUp', false, { row: 9, column: 2 }],
  ['ArrowLeft', false, { row: 10, column: 1 }],
  ['ArrowRight', false, { row: 10, column: 3 }],
  ['PageDown', false, { row: 25, column: 2 }],
  ['PageUp', false, { row: 0, column: 2 }],
  ['Home', false, { row: 10, column: 0 }],
  ['End', false, { row: 10, column: 4 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 39, column: 4 }],
])('moves with %s, Ctrl %s', (key, ctrlKey, place) => {
  expect(press(10, 2, key, ctrlKey)).toEqual(place);
});

it('stays inside the grid and leaves other keys alone', () => {
  expect(press(0, 0, 'ArrowUp')).toEqual({ row: 0, column: 0 });
  expect(press(39, 4, 'ArrowRight')).toEqual({ row: 39, column: 4 });
  expect(press(0, 0, 'a')).toBeUndefined();
  expect(press(0, 0, 'constructor')).toBeUndefined();
});
