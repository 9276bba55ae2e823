import type { LayoutCard, Positions } from './layout-input';

/** A card that stays where it is. */
export interface FixedCard extends LayoutCard {
  readonly x: number;
  readonly y: number;
}

export interface InPlaceOptions {
  readonly cards: readonly LayoutCard[];
  /** Positions before. */
  readonly before: Positions;
  /** Cards that must not be covered. */
  readonly fixed: readonly FixedCard[];
}

const GRID = 8;
/** Least gap to a card that stays. */
const GAP = 24;
/** Largest number of steps of the grid by which a part is moved up or down for space. */
const REACH = 400;

/** Moves an arranged part of a pipeline to where it was: most cards keep their place, and none covers another. */
export function inPlace(positions: Positions, { cards, before, fixed }: InPlaceOptions): Positions {
  const ids = Object.keys(positions).filter((id) => before[id] !== undefined);
  const dx = middle(ids.map((id) => (before[id]?.x ?? 0) - (positions[id]?.x ?? 0)));
  const dy = middle(ids.map((id) => (before[id]?.y ?? 0) - (positions[id]?.y ?? 0)));
  const isFree = (shift: number) =>
    cards.every((card) => {
      const at = positions[card.id];
      const box = at && { ...card, x: at.x + dx, y: at.y + dy + shift };
      return box === undefined || !fixed.some((other) => covers(box, other));
    });
  const shift = SHIFTS.find(isFree) ?? 0;
  return Object.fromEntries(
    Object.entries(positions).map(([id, { x, y }]) => [id, { x: x + dx, y: y + dy + shift }]),
  );
}

/** None, then down and up by ever more. */
const SHIFTS = [
  0,
  ...Array.from({ length: REACH }, (_, index) => [GRID, -GRID].map((by) => by * (index + 1))),
].flat();

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function covers(a: FixedCard, b: FixedCard): boolean {
  return (
    a.x < b.x + b.width + GAP &&
    b.x < a.x + a.width + GAP &&
    a.y < b.y + b.height + GAP &&
    b.y < a.y + a.height + GAP
  );
}
