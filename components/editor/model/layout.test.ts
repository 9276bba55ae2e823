import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LayoutCard, layoutCards } from './layout';
import { quickLayout } from './quick-layout';

const origin = { x: 0, y: 0 };

function cards(count: number, height = 120): LayoutCard[] {
  return Array.from({ length: count }, (_, index) => ({ id: `s${index}`, width: 264, height }));
}

function chain(count: number) {
  return Array.from({ length: count - 1 }, (_, index) => ({ from: `s${index}`, to: `s${index + 1}` }));
}

describe.each([
  ['dagre', layoutCards],
  ['quick', quickLayout],
])('%s layout', (_name, layout) => {
  it('puts a short chain in one straight row', () => {
    const positions = layout({ cards: cards(4), edges: chain(4), origin });
    expect(new Set(Object.values(positions).map(({ y }) => y)).size).toBe(1);
    const xs = Object.values(positions).map(({ x }) => x);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBe(344);
  });

  it('folds a long chain into bands', () => {
    const positions = layout({ cards: cards(60), edges: chain(60), origin });
    const width = Math.max(...Object.values(positions).map(({ x }) => x));
    const height = Math.max(...Object.values(positions).map(({ y }) => y));
    expect(width).toBeLessThan(7000);
    expect(width / height).toBeGreaterThan(0.8);
  });

  it('never lets cards overlap, for any edges including cycles', () => {
    const anyGraph = fc.integer({ min: 1, max: 30 }).chain((count) =>
      fc.record({
        heights: fc.array(fc.integer({ min: 48, max: 260 }), { minLength: count, maxLength: count }),
        edges: fc.array(fc.record({ from: fc.nat(count - 1), to: fc.nat(count - 1) }), { maxLength: 60 }),
      }),
    );
    fc.assert(
      fc.property(anyGraph, ({ heights, edges }) => {
        const all = heights.map((height, index) => ({ id: `s${index}`, width: 264, height }));
        const named = edges.map(({ from, to }) => ({ from: `s${from}`, to: `s${to}` }));
        const positions = layout({ cards: all, edges: named, origin });
        for (const a of all) {
          for (const b of all) {
            if (a.id >= b.id) continue;
            const p = positions[a.id];
            const q = positions[b.id];
            if (p === undefined || q === undefined) throw new Error('A card has no place.');
            const apart =
              p.x + a.width <= q.x || q.x + b.width <= p.x || p.y + a.height <= q.y || q.y + b.height <= p.y;
            expect(apart, `${a.id} ${b.id}`).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

it('places the targets of a branching card in the order of its handles', () => {
  const card = (id: string) => ({ id, width: 264, height: 80 });
  const edges = ['c', 'a', 'b'].map((to) => ({ from: 'pick', to, offset: { a: 0, b: 29, c: 58 }[to] ?? 0 }));
  const at = layoutCards({ cards: ['pick', 'c', 'b', 'a'].map(card), edges, origin: { x: 0, y: 0 } });
  expect(['c', 'b', 'a'].toSorted((x, y) => (at[x]?.y ?? 0) - (at[y]?.y ?? 0))).toEqual(['a', 'b', 'c']);
});
