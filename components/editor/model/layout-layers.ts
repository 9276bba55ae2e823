import type { LayoutCard, LayoutEdge } from './layout-input';

/** A card, or a lane: the place where an edge passes a column. */
export interface Slot {
  /** Undefined for a lane. */
  readonly card: LayoutCard | undefined;
  readonly column: number;
  /** Height above and below the line on which edges arrive. */
  readonly above: number;
  readonly below: number;
  readonly before: Link[];
  readonly after: Link[];
  /** Place in its column, from the top. */
  order: number;
  /** Height of the line on which edges arrive. */
  y: number;
}

/** A part of an edge between two neighbouring columns. */
export interface Link {
  readonly from: Slot;
  readonly to: Slot;
  /** How far its beginning is below the line of `from`. */
  readonly offset: number;
  /** Width of the label at its beginning; 0 for none. */
  readonly label: number;
}

/** Distance of the first handle from the top of a card. */
const HANDLE_TOP = 26;

/**
 * Puts cards into columns: each to the right of all cards before it, a start directly before the first card after it.
 * An edge over several columns gets a lane in each of them. Columns list cards in the order of the document.
 */
export function intoColumns(cards: readonly LayoutCard[], edges: readonly LayoutEdge[]): Slot[][] {
  const forward = withoutCycles(cards, onePerHandle(edges));
  const columnOf = rank(cards, forward);
  const slots = new Map(cards.map((card) => [card.id, cardSlot(card, columnOf.get(card.id) ?? 0)]));
  const columns: Slot[][] = [];
  const add = (slot: Slot) => {
    const column = columns[slot.column] ?? [];
    columns[slot.column] = column;
    slot.order = column.push(slot) - 1;
  };
  for (const { id } of inReadingOrder(cards, forward)) {
    const slot = slots.get(id);
    if (slot === undefined) continue;
    add(slot);
    for (const edge of forward.after.get(id) ?? []) {
      const target = slots.get(edge.to);
      if (target !== undefined) connect(slot, target, edge, add);
    }
  }
  return columns;
}

function connect(source: Slot, target: Slot, edge: LayoutEdge, add: (slot: Slot) => void): void {
  let from = source;
  let { offset = 0, label = 0 } = edge;
  for (let column = source.column + 1; column < target.column; column += 1) {
    const lane: Slot = { ...emptySlot(column), card: undefined, above: 0, below: 0 };
    add(lane);
    link({ from, to: lane, offset, label });
    from = lane;
    offset = 0;
    label = 0;
  }
  link({ from, to: target, offset, label });
}

function link(part: Link): void {
  part.from.after.push(part);
  part.to.before.push(part);
}

function emptySlot(column: number) {
  return { column, before: [], after: [], order: 0, y: 0 };
}

function cardSlot(card: LayoutCard, column: number): Slot {
  return { ...emptySlot(column), card, above: HANDLE_TOP, below: card.height - HANDLE_TOP };
}

/** One edge for each pair of cards and handle: the one with the widest label. */
function onePerHandle(edges: readonly LayoutEdge[]): LayoutEdge[] {
  const kept = new Map<string, LayoutEdge>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to} ${edge.offset ?? 0}`;
    if ((edge.label ?? 0) >= (kept.get(key)?.label ?? 0)) kept.set(key, edge);
  }
  return [...kept.values()];
}

interface Forward {
  readonly after: ReadonlyMap<string, LayoutEdge[]>;
  readonly before: ReadonlyMap<string, LayoutEdge[]>;
}

/** Edges without those that close a cycle. The edges of a card are in the order of its handles. */
function withoutCycles(cards: readonly LayoutCard[], edges: readonly LayoutEdge[]): Forward {
  const all = byEnd(cards, edges, 'from');
  const into = byEnd(cards, edges, 'to');
  const starts = cards.filter(({ id }) => into.get(id)?.length === 0);
  const state: States = new Map();
  const kept = [...starts, ...cards].flatMap(({ id }) => (state.has(id) ? [] : forwardFrom(id, all, state)));
  return { after: byEnd(cards, kept, 'from'), before: byEnd(cards, kept, 'to') };
}

type States = Map<string, 'open' | 'done'>;

/** The edges that lead on from a card and do not return to a card on the way to it. */
function forwardFrom(start: string, all: ReadonlyMap<string, LayoutEdge[]>, state: States): LayoutEdge[] {
  const kept: LayoutEdge[] = [];
  // An own stack: a chain may be longer than the call stack.
  const path = [{ id: start, next: 0 }];
  state.set(start, 'open');
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const edge = all.get(top.id)?.[top.next];
    top.next += 1;
    if (edge === undefined) {
      state.set(top.id, 'done');
      path.pop();
    } else if (state.get(edge.to) !== 'open') {
      kept.push(edge);
      if (state.has(edge.to)) continue;
      state.set(edge.to, 'open');
      path.push({ id: edge.to, next: 0 });
    }
  }
  return kept;
}

function byEnd(cards: readonly LayoutCard[], edges: readonly LayoutEdge[], end: 'from' | 'to') {
  const index = new Map(cards.map(({ id }, place) => [id, place]));
  const lists = new Map<string, LayoutEdge[]>(cards.map(({ id }) => [id, []]));
  for (const edge of edges) {
    if (edge.from !== edge.to && index.has(edge.from) && index.has(edge.to)) lists.get(edge[end])?.push(edge);
  }
  const place = ({ to }: LayoutEdge) => index.get(to) ?? 0;
  for (const list of lists.values())
    list.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0) || place(a) - place(b));
  return lists;
}

/** The column of each card: one more than the last of the cards before it; a start is directly before its first target. */
function rank(cards: readonly LayoutCard[], forward: Forward): Map<string, number> {
  const columnOf = longestPaths(cards, forward);
  for (const { id } of cards) {
    const next = forward.after.get(id) ?? [];
    if (forward.before.get(id)?.length !== 0 || next.length === 0) continue;
    columnOf.set(id, Math.min(...next.map(({ to }) => (columnOf.get(to) ?? 1) - 1)));
  }
  return columnOf;
}

function longestPaths(cards: readonly LayoutCard[], { after, before }: Forward): Map<string, number> {
  const columnOf = new Map(cards.map(({ id }) => [id, 0]));
  const open = new Map(cards.map(({ id }) => [id, before.get(id)?.length ?? 0]));
  const ready = cards.flatMap(({ id }) => (open.get(id) === 0 ? [id] : []));
  // Grows while it is read.
  for (const id of ready) {
    const column = (columnOf.get(id) ?? 0) + 1;
    for (const { to } of after.get(id) ?? []) {
      columnOf.set(to, Math.max(columnOf.get(to) ?? 0, column));
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return columnOf;
}

/** Cards as a reader follows them: from each start along its branches, from the first handle to the last. */
function inReadingOrder(cards: readonly LayoutCard[], { after, before }: Forward): LayoutCard[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const seen = new Set<string>();
  const stack = cards.flatMap(({ id }) => (before.get(id)?.length === 0 ? [id] : [])).toReversed();
  const order: LayoutCard[] = [];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const card = byId.get(id);
    if (card === undefined || seen.has(id)) continue;
    seen.add(id);
    order.push(card);
    for (const { to } of (after.get(id) ?? []).toReversed()) stack.push(to);
  }
  return order;
}
