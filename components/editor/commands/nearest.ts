import { foldedAround } from '../model/frames';
import type { EditorSession } from '../session';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The nearest card in a direction, without those of collapsed frames. */
export function nearest(
  { store, positions }: EditorSession,
  from: string,
  direction: Direction,
  among?: ReadonlySet<string>,
): string | undefined {
  const { document } = store.getState();
  const at = positions.of(document);
  const start = at[from];
  if (start === undefined) return undefined;
  let best: { id: string; cost: number } | undefined;
  for (const [id, position] of Object.entries(at)) {
    if (id === from || (among !== undefined && !among.has(id))) continue;
    if (foldedAround(document, id) !== undefined) continue;
    const cost = costOf(position.x - start.x, position.y - start.y, direction);
    if (cost !== undefined && (best === undefined || cost < best.cost)) best = { id, cost };
  }
  return best?.id;
}

/**
 * Distance with the perpendicular part counted three times, so that the next card in the row comes before a closer one
 * in another row. Undefined in another direction.
 */
function costOf(dx: number, dy: number, direction: Direction): number | undefined {
  const horizontal = direction === 'left' || direction === 'right';
  const along = horizontal ? dx : dy;
  const across = Math.abs(horizontal ? dy : dx);
  const ahead = direction === 'left' || direction === 'up' ? -along : along;
  if (ahead <= 4 || across > ahead * 4) return undefined;
  return ahead + across * 3;
}
