import { describe, expect, it } from 'vitest';
import { countPlaces } from './count-places';
import type { Point } from './elbow';

const line = (...points: readonly [number, number][]): Point[] => points.map(([x, y]) => ({ x, y }));
const places = (
  edges: Readonly<Record<string, Point[]>>,
  taken: { x: number; y: number; width: number; height: number }[] = [],
) =>
  countPlaces({
    edges: Object.entries(edges).map(([id, points]) => ({ id, text: '3', points })),
    lines: new Map(Object.entries(edges)),
    taken,
  });

describe('the counts of edges', () => {
  it('are in the middle of the longest part', () => {
    const found = places({ a: line([0, 0], [20, 0], [20, 200], [40, 200]) });
    expect(found.get('a')).toEqual({ x: 20, y: 100 });
  });

  it('move along the edge beside a label, and are left out where nothing is free', () => {
    const edge = line([0, 0], [200, 0]);
    expect(places({ a: edge }, [{ x: 80, y: -10, width: 40, height: 20 }]).get('a')).toEqual({ x: 40, y: 0 });
    expect(places({ a: edge }, [{ x: -50, y: -50, width: 300, height: 100 }]).has('a')).toBe(false);
  });

  it('avoid the lines of other edges while there is another place', () => {
    const found = places({ a: line([0, 0], [200, 0]), b: line([100, -80], [100, 300]) });
    expect(found.get('a')).toEqual({ x: 70, y: 0 });
    expect(found.get('b')).toEqual({ x: 100, y: 110 });
  });

  it('cover no other count where edges run together', () => {
    const edge = line([0, 0], [300, 0]);
    const [one, other] = [...places({ a: edge, b: edge }).values()];
    expect(Math.abs((one?.x ?? 0) - (other?.x ?? 0))).toBeGreaterThanOrEqual(23);
  });
});
