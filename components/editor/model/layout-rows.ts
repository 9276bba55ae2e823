import type { Link, Slot } from './layout-layers';

/** Gap between two cards of a column. */
const CARD_GAP = 24;
/** Gap between a lane and a card, and between two lanes. */
const LANE_GAP = 16;
const LANES_GAP = 12;
/** Cards are placed on this grid; so are handles, so that edges between them can be straight. */
const GRID = 8;
const PASSES = 16;
/** Number of passes without a search for single slots that can be in line with a neighbour. */
const STRAIGHT_FROM = 4;
/** How much more a bend in a lane counts than one beside a card. */
const LANE_WEIGHT = 4;
/** Length of the vertical part of an edge that is as bad as its two bends. */
const BEND = 160;

/** Heights to try, in heights of the longest column: a higher drawing may have straighter edges. */
const SPACES = [1, 1.5, Number.POSITIVE_INFINITY];
/** Number of slots from which only one height is tried, in fewer passes, so that large pipelines open at once. */
const MANY = 600;
const FEW_PASSES = 6;
/** What one pixel of height costs in each column, in pixels of the vertical parts of edges. */
const HEIGHT = 0.5;

/** Sets the height of every slot: edges are straight where the order of the columns and the height permit. */
export function placeRows(columns: readonly Slot[][]): void {
  const longest = Math.max(...columns.map(heightOf));
  const count = columns.reduce((sum, column) => sum + column.length, 0);
  let best: { readonly cost: number; readonly ys: number[][] } | undefined;
  const [spaces, passes] = count > MANY ? [SPACES.slice(-1), FEW_PASSES] : [SPACES, PASSES];
  for (const space of spaces) {
    const tried = tryHeight(columns, Math.round((longest * space) / GRID) * GRID, passes);
    if (best === undefined || tried.cost < best.cost) best = tried;
  }
  columns.forEach((column, index) => {
    column.forEach((slot, place) => {
      slot.y = best?.ys[index]?.[place] ?? slot.y;
    });
  });
}

/** The best of several passes that keep within a height. */
function tryHeight(columns: readonly Slot[][], limit: number, passes: number) {
  for (const column of columns) settle(column, () => [], limit);
  let best = { cost: Number.POSITIVE_INFINITY, ys: heights(columns) };
  for (let pass = 0; pass < passes; pass += 1) {
    const wishes = WISHES[pass % WISHES.length] ?? wishesBefore;
    for (const column of wishes === wishesAfter ? columns.toReversed() : columns)
      settle(column, wishes, limit);
    if (pass >= STRAIGHT_FROM) straighten(columns, limit);
    const cost = costOf(columns);
    if (cost < best.cost) best = { cost, ys: heights(columns) };
  }
  return best;
}

/** Distance of the last line of a column from the first when all slots touch. */
function heightOf(column: readonly Slot[]): number {
  return column.reduce((sum, slot, index) => sum + (index === 0 ? 0 : gapBelow(column[index - 1], slot)), 0);
}

interface Wish {
  readonly y: number;
  readonly weight: number;
}

function wishesBefore({ before }: Slot): Wish[] {
  return before.map((part) => ({ y: part.from.y + part.offset, weight: weightOf(part) }));
}

function wishesAfter({ after }: Slot): Wish[] {
  return after.map((part) => ({ y: part.to.y - part.offset, weight: weightOf(part) }));
}

/** What the passes follow in turn: what is before a slot, what is after it, and both. */
const WISHES = [
  wishesBefore,
  wishesAfter,
  (slot: Slot) => [...wishesBefore(slot), ...wishesAfter(slot)],
  wishesAfter,
];

/** Of several edges at one slot only one can be straight, so that each of them counts less. */
function weightOf({ from, to }: Link): number {
  if (from.card === undefined && to.card === undefined) return LANE_WEIGHT;
  return 1 / Math.max(from.after.length, to.before.length);
}

/** A run of slots that touch. Each wish is for the top of the run. */
interface Run {
  readonly slots: Slot[];
  readonly wishes: Wish[];
  height: number;
  top: number;
}

/**
 * Places the slots of a column as near to their wishes as their order permits: runs that would overlap are joined, and
 * a run is at the median of its wishes. All lines are between 0 and the limit.
 */
function settle(column: readonly Slot[], wishesOf: (slot: Slot) => Wish[], limit: number): void {
  const free = limit - heightOf(column);
  let above = 0;
  let last: Slot | undefined;
  for (const { slots, top } of runsOf(column, wishesOf)) {
    const start = above + gapBelow(last, slots[0]);
    // Cutting off at both ends keeps order and distances.
    const shift = Math.min(Math.max(top - start, 0), free);
    for (const slot of slots) {
      above += gapBelow(last, slot);
      slot.y = above + shift;
      last = slot;
    }
  }
}

function runsOf(column: readonly Slot[], wishesOf: (slot: Slot) => Wish[]): Run[] {
  const runs: Run[] = [];
  for (const slot of column) {
    const wishes = wishesOf(slot);
    // Without a wish a slot stays, but gives way to all others.
    const own = wishes.length > 0 ? together(wishes) : { y: slot.y, weight: 0.01 };
    const upper = runs.at(-1);
    const gap = upper === undefined ? 0 : gapBelow(upper.slots.at(-1), slot);
    runs.push({ slots: [slot], wishes: [own], height: 0, top: own.y });
    if (upper !== undefined) joinUpward(runs, gap);
  }
  return runs;
}

/** Joins the last run with those above it that it would cover. */
function joinUpward(runs: Run[], gap: number): void {
  let between = gap;
  for (
    let lower = runs.at(-1), upper = runs.at(-2);
    lower && upper;
    lower = runs.at(-1), upper = runs.at(-2)
  ) {
    if (upper.top + upper.height + between <= lower.top) return;
    const shift = upper.height + between;
    upper.slots.push(...lower.slots);
    upper.wishes.push(...lower.wishes.map(({ y, weight }) => ({ y: y - shift, weight })));
    upper.height = shift + lower.height;
    upper.top = median(upper.wishes, 'lower');
    runs.pop();
    between = gapBelow(runs.at(-2)?.slots.at(-1), upper.slots[0]);
  }
}

/** Least distance between the lines of two slots, of which the first is above. */
function gapBelow(upper: Slot | undefined, lower: Slot | undefined): number {
  if (upper === undefined || lower === undefined) return 0;
  const gap = gapBetween(upper.card !== undefined, lower.card !== undefined);
  return Math.ceil((upper.below + gap + lower.above) / GRID) * GRID;
}

function gapBetween(isCard: boolean, isOtherCard: boolean): number {
  if (isCard && isOtherCard) return CARD_GAP;
  return isCard || isOtherCard ? LANE_GAP : LANES_GAP;
}

/** The wish of a slot: in line with the upper one of two neighbours, so that the first branch of a join is straight. */
function together(wishes: readonly Wish[]): Wish {
  return { y: median(wishes, 'upper'), weight: weightOfAll(wishes) };
}

/** The weighted median, and which of two to take. */
function median(wishes: readonly Wish[], ofTwo: 'upper' | 'lower'): number {
  const sorted = wishes.toSorted((a, b) => a.y - b.y);
  const half = weightOfAll(wishes) / 2 + (ofTwo === 'lower' ? 1e-6 : -1e-6);
  let sum = 0;
  for (const { y, weight } of sorted) {
    sum += weight;
    if (sum >= half) return y;
  }
  return sorted.at(-1)?.y ?? 0;
}

function weightOfAll(wishes: readonly Wish[]): number {
  return wishes.reduce((sum, { weight }) => sum + weight, 0);
}

function heights(columns: readonly Slot[][]): number[][] {
  return columns.map((column) => column.map(({ y }) => y));
}

/** Moves single slots in line with a neighbour where the slots above and below them leave space. */
function straighten(columns: readonly Slot[][], limit: number): void {
  for (const column of columns) {
    column.forEach((slot, index) => {
      const upper = column[index - 1];
      const lower = column[index + 1];
      lineUp(slot, {
        least: upper === undefined ? 0 : upper.y + gapBelow(upper, slot),
        most: lower === undefined ? limit : lower.y - gapBelow(slot, lower),
      });
    });
  }
}

function lineUp(slot: Slot, { least, most }: { least: number; most: number }): void {
  let cost = costOfSlot(slot, slot.y);
  for (const { y } of [...wishesBefore(slot), ...wishesAfter(slot)]) {
    const moved = y < least || y > most ? cost : costOfSlot(slot, y);
    if (moved >= cost) continue;
    cost = moved;
    slot.y = y;
  }
}

function costOfSlot(slot: Slot, y: number): number {
  const wishes = [...wishesBefore(slot), ...wishesAfter(slot)];
  return wishes.reduce((sum, wish) => sum + costOfRise(wish.y - y), 0);
}

function costOfRise(rise: number): number {
  return rise === 0 ? 0 : Math.abs(rise) + BEND;
}

/** Cost of the drawing: the vertical parts of edges, and its height. */
function costOf(columns: readonly Slot[][]): number {
  const all = columns.flat();
  const top = Math.min(...all.map(({ y, above }) => y - above));
  const bottom = Math.max(...all.map(({ y, below }) => y + below));
  const links = all.flatMap(({ after }) => after);
  const turns = links.reduce((sum, part) => sum + costOfRise(part.from.y + part.offset - part.to.y), 0);
  return turns + (bottom - top) * columns.length * HEIGHT;
}
