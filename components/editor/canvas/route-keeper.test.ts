import { describe, expect, it } from 'vitest';
import type { RouteEdge } from './route-cost';
import { createRouteKeeper } from './route-keeper';

const card = (id: string, x: number, y: number) => ({ id, x, y, width: 264, height: 80 });
const a = card('a', 0, 0);
const b = card('b', 328, 200);
const c = card('c', 656, 0);

function edge(from: typeof a, to: typeof a): RouteEdge {
  return {
    id: `${from.id}>${to.id}`,
    from: from.id,
    to: to.id,
    handle: 'out',
    start: { x: from.x + from.width, y: from.y + 26 },
    end: { x: to.x, y: to.y + 26 },
    joins: true,
    label: 0,
  };
}

describe('routes that are kept', () => {
  it('stay the same while nothing moves', () => {
    const keeper = createRouteKeeper();
    const first = keeper.update([a, b, c], [edge(a, b), edge(a, c)]);
    expect(keeper.update([{ ...a }, b, c], [edge(a, b), edge(a, c)])).toBe(first);
  });

  it('change only for edges of a card that moves', () => {
    const keeper = createRouteKeeper();
    const first = keeper.update([a, b, c], [edge(a, b), edge(a, c)]);
    const lower = card('b', 328, 400);
    const next = keeper.update([a, lower, c], [edge(a, lower), edge(a, c)]);
    expect(next.get('a>c')).toBe(first.get('a>c'));
    expect(next.get('a>b')?.at(-1)).toEqual({ x: 328, y: 426 });
  });

  it('go around a card that is moved onto them', () => {
    const keeper = createRouteKeeper();
    expect(keeper.update([a, b, c], [edge(a, c)]).get('a>c')).toHaveLength(2);
    expect(keeper.update([a, card('b', 328, 0), c], [edge(a, c)]).get('a>c')).toHaveLength(6);
  });

  it('forget edges that are gone', () => {
    const keeper = createRouteKeeper();
    keeper.update([a, b, c], [edge(a, b), edge(a, c)]);
    expect([...keeper.update([a, b, c], [edge(a, c)]).keys()]).toEqual(['a>c']);
  });
});
