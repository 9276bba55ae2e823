import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOf, layOut, lineAt, type OpenPart, placeKey } from './layout';

const root: OpenPart = { at: [], path: [], count: 5 };
const open = (...parts: [at: number[], count: number][]) =>
  new Map(parts.map(([at, count]) => [placeKey(at), { at, path: at, count }]));

/** The places of all lines, one after the other. */
function placesOf(parts: ReadonlyMap<string, OpenPart>): number[][] {
  const laidOut = layOut(root, parts);
  return Array.from({ length: laidOut.height }, (_, index) => {
    const { part, position } = lineAt(laidOut, index);
    return [...part.at, position];
  });
}

describe('the lines of a large tree', () => {
  it('are the entries, with those of open parts below them', () => {
    expect(placesOf(open([[1], 2], [[1, 1], 1], [[4], 1]))).toEqual([
      ...[[0], [1], [1, 0], [1, 1], [1, 1, 0], [2], [3], [4], [4, 0]],
    ]);
  });

  it('leave out what is open inside of a closed part', () => {
    expect(placesOf(open([[1, 1], 1]))).toHaveLength(5);
  });

  it('need no time for a million closed entries', () => {
    const laidOut = layOut({ ...root, count: 3_000_000 }, open([[999_990], 7]));
    expect(laidOut.height).toBe(1_000_007);
    expect(lineAt(laidOut, 999_999)).toMatchObject({ position: 992_000 + 7_992 });
    expect(lineAt(laidOut, 999_993)).toMatchObject({ part: { at: [999_990] }, position: 2 });
  });

  it('are found by their places', () => {
    const seed = 20261124;
    const place = fc.array(fc.nat(4), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(place), (places) => {
        const parts = open(...places.map((at): [number[], number] => [at, 5]));
        const laidOut = layOut(root, parts);
        const found = placesOf(parts).map((at) => indexOf(laidOut, at));
        expect(found).toEqual(Array.from(found.keys()));
      }),
      { seed },
    );
  });
});
