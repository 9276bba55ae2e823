import { areaAround } from './frames';
import type { PlacedBox } from './free-place';
import { layoutCards } from './layout';
import type { LayoutCard, LayoutEdge, LayoutInput, Positions } from './layout-input';

/** A frame to place with its cards. */
export interface LayoutFrame {
  readonly id: string;
  readonly cards: readonly string[];
  /** Size of a frame without cards. */
  readonly width: number;
  readonly height: number;
}

export interface FramedInput extends LayoutInput {
  readonly frames: readonly LayoutFrame[];
}

/** Positions of cards, and areas of frames by id. */
export interface FramedLayout {
  readonly positions: Positions;
  readonly areas: Readonly<Record<string, PlacedBox>>;
}

/** Id of the box of a frame among the cards. Step ids contain no colon. */
export function blockId(frameId: string): string {
  return `frame:${frameId}`;
}

/** Places cards as `layoutCards` does, those of each frame together in a box of their own that covers no other. */
export function layoutFramed({ frames, ...input }: FramedInput): FramedLayout {
  if (frames.length === 0) return { positions: layoutCards(input), areas: {} };
  const blocks = frames.map((frame) => blockOf(frame, input));
  const outer = layoutCards({ ...input, ...outerGraph(input, blocks) });
  const inside = new Set(frames.flatMap(({ cards }) => cards));
  const positions: Positions = {};
  for (const { id } of input.cards) {
    const at = outer[id];
    if (at !== undefined && !inside.has(id)) positions[id] = at;
  }
  const areas: Record<string, PlacedBox> = {};
  for (const { id, width, height, inner } of blocks) {
    const at = outer[blockId(id)];
    if (at === undefined) continue;
    areas[id] = { ...at, width, height };
    for (const [card, { x, y }] of Object.entries(inner)) positions[card] = { x: at.x + x, y: at.y + y };
  }
  return { positions, areas };
}

interface Block {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Positions of its cards from its upper left corner. */
  readonly inner: Positions;
}

function blockOf(frame: LayoutFrame, { cards, edges }: LayoutInput): Block {
  const ids = new Set(frame.cards);
  const own = cards.filter(({ id }) => ids.has(id));
  const placed = layoutCards({ cards: own, edges, origin: { x: 0, y: 0 } });
  const boxes = own.flatMap((card) => {
    const at = placed[card.id];
    return at === undefined ? [] : [{ ...at, width: card.width, height: card.height }];
  });
  if (boxes.length === 0) return { id: frame.id, width: frame.width, height: frame.height, inner: {} };
  const { x, y, width, height } = areaAround(boxes);
  const inner = Object.entries(placed).map(([id, at]) => [id, { x: at.x - x, y: at.y - y }] as const);
  return { id: frame.id, width, height, inner: Object.fromEntries(inner) };
}

/** The cards outside of frames, and one box for each frame at the place of its first card. */
function outerGraph(
  { cards, edges }: LayoutInput,
  blocks: readonly Block[],
): { cards: LayoutCard[]; edges: LayoutEdge[] } {
  const home = new Map(
    blocks.flatMap((block) => Object.keys(block.inner).map((card) => [card, block] as const)),
  );
  const seen = new Set<Block>();
  const boxed = cards.flatMap((card): LayoutCard[] => {
    const block = home.get(card.id);
    if (block === undefined) return [card];
    const isFirst = !seen.has(block);
    seen.add(block);
    return isFirst ? [boxOf(block)] : [];
  });
  const empty = blocks.filter((block) => !seen.has(block)).map(boxOf);
  const outside = edges.flatMap((edge): LayoutEdge[] => {
    const [from, to] = [home.get(edge.from), home.get(edge.to)];
    if (from !== undefined && from === to) return [];
    return [{ ...edge, ...startAt(edge, from), ...(to === undefined ? {} : { to: blockId(to.id) }) }];
  });
  return { cards: [...boxed, ...empty], edges: outside };
}

function startAt({ from, offset = 0 }: LayoutEdge, block: Block | undefined): Partial<LayoutEdge> {
  return block === undefined
    ? {}
    : { from: blockId(block.id), offset: offset + (block.inner[from]?.y ?? 0), label: 0 };
}

function boxOf({ id, width, height }: Block): LayoutCard {
  return { id: blockId(id), width, height };
}
