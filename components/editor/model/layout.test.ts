import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { cardHandles, estimateCard } from './card-size';
import { layoutCards } from './layout';
import type { LayoutCard } from './layout-input';

const origin = { x: 0, y: 0 };

function cards(count: number, height = 120): LayoutCard[] {
  return Array.from({ length: count }, (_, index) => ({ id: `s${index}`, width: 264, height }));
}

function chain(count: number) {
  return Array.from({ length: count - 1 }, (_, index) => ({ from: `s${index}`, to: `s${index + 1}` }));
}

describe('the layout', () => {
  it('puts a short chain in one straight row', () => {
    const positions = layoutCards({ cards: cards(4), edges: chain(4), origin });
    expect(new Set(Object.values(positions).map(({ y }) => y)).size).toBe(1);
    const xs = Object.values(positions).map(({ x }) => x);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBe(328);
  });

  it('keeps a long chain in one row', () => {
    const positions = layoutCards({ cards: cards(60), edges: chain(60), origin });
    expect(new Set(Object.values(positions).map(({ y }) => y)).size).toBe(1);
  });

  it('continues a long chain in rows when asked to', () => {
    const at = layoutCards({ cards: cards(60), edges: chain(60), origin, inRows: true });
    const right = Math.max(...Object.values(at).map(({ x }) => x)) + 264;
    const bottom = Math.max(...Object.values(at).map(({ y }) => y)) + 120;
    expect(right / bottom).toBeGreaterThan(0.7);
    expect(right / bottom).toBeLessThan(2);
    // In reading order: each to the right of the one before it, or in a row below.
    for (const { from, to } of chain(60)) {
      const [a, b] = [at[from], at[to]];
      expect((b?.x ?? 0) > (a?.x ?? 0) || (b?.y ?? 0) > (a?.y ?? 0), `${from} ${to}`).toBe(true);
    }
  });

  it('puts every card to the right of the cards before it', () => {
    const edges = [
      { from: 's0', to: 's1' },
      { from: 's1', to: 's2' },
      { from: 's0', to: 's3' },
      { from: 's2', to: 's3' },
      { from: 's4', to: 's3' },
    ];
    const at = layoutCards({ cards: cards(5), edges, origin });
    for (const { from, to } of edges)
      expect(at[to]?.x ?? 0, `${from} ${to}`).toBeGreaterThan(at[from]?.x ?? 0);
    // A start is directly before the first card that needs it.
    expect(at.s4?.x).toBe(at.s2?.x);
  });

  it('keeps cards of one parent in the order of the document', () => {
    const edges = [1, 2, 3, 4, 5].map((index) => ({ from: 's0', to: `s${index}` }));
    const at = layoutCards({ cards: cards(6), edges, origin });
    const ys = [1, 2, 3, 4, 5].map((index) => at[`s${index}`]?.y ?? 0);
    expect(ys).toEqual(ys.toSorted((a, b) => a - b));
    // The middle one is in line with the parent.
    expect(at.s3?.y).toBe(at.s0?.y);
  });

  it('keeps parts that no edge connects below each other', () => {
    const edges = [
      { from: 's0', to: 's2' },
      { from: 's2', to: 's4' },
      { from: 's1', to: 's3' },
    ];
    const at = layoutCards({ cards: cards(5), edges, origin });
    expect([at.s2?.y, at.s4?.y]).toEqual([at.s0?.y, at.s0?.y]);
    expect(at.s1?.y ?? 0).toBeGreaterThanOrEqual((at.s0?.y ?? 0) + 120);
    expect(at.s3?.y).toBe(at.s1?.y);
  });

  it('makes a column only as wide as its own cards', () => {
    const wide = { id: 's1', width: 600, height: 190 };
    const all = cards(4).map((card) => (card.id === 's1' ? wide : card));
    const at = layoutCards({ cards: all, edges: chain(4), origin });
    const xs = [0, 1, 2, 3].map((index) => at[`s${index}`]?.x ?? 0);
    expect(xs.slice(1).map((x, index) => x - (xs[index] ?? 0))).toEqual([328, 664, 328]);
  });

  it('leaves space for the label of a branch', () => {
    const at = layoutCards({ cards: cards(2), edges: [{ from: 's0', to: 's1', label: 120 }], origin });
    expect((at.s1?.x ?? 0) - 264).toBeGreaterThan(12 + 120 + 12);
  });

  it('leaves a free lane for an edge that passes a column', () => {
    const edges = [...chain(3), { from: 's0', to: 's2' }];
    const at = layoutCards({ cards: cards(3), edges, origin });
    const line = (id: string) => (at[id]?.y ?? 0) + 26;
    const lane = line('s0') === line('s2') ? line('s0') : Math.min(line('s0'), line('s2'));
    const top = at.s1?.y ?? 0;
    expect(lane < top || lane > top + 120).toBe(true);
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
        const positions = layoutCards({ cards: all, edges: named, origin });
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

it('reserves height for every handle of a card, also for steps after either branch', () => {
  const step = {
    id: 'ask',
    action: 'conditional',
    params: { condition: 'true', on_true: 'yes', on_false: 'no' },
  };
  const descriptor = catalogue.descriptors.find('conditional');
  const { height } = estimateCard(step, descriptor, true);
  const handles = cardHandles(step, descriptor, true);
  expect(handles.map(({ id }) => id)).toEqual(['in', 'true', 'false', 'out']);
  expect(height).toBeGreaterThan(Math.max(...handles.map(({ y }) => y)));
});
