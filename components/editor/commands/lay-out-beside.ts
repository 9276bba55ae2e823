import { framesByStep, framesOf } from '../model/frames';
import { blockId, type FramedInput, type FramedLayout } from '../model/layout-frames';
import { type FixedCard, inPlace } from '../model/layout-in-place';
import type { Positions } from '../model/layout-input';
import { layoutInput } from '../model/positions';
import type { EditorSession } from '../session';

/** The layout of a part, moved so that its cards stay where they can and cover no other card or frame. */
export function besideOthers(
  session: EditorSession,
  { cards, frames }: FramedInput,
  { positions, areas }: FramedLayout,
): FramedLayout {
  const { document } = session.store.getState();
  const inside = new Set(frames.flatMap((frame) => frame.cards));
  const boxes = Object.entries(areas).map(([id, area]) => ({ ...area, id: blockId(id) }));
  const placed: Positions = { ...positions };
  for (const { id, x, y } of boxes) placed[id] = { x, y };
  const before: Positions = { ...session.positions.of(document) };
  for (const { id, x, y } of framesOf(document)) before[blockId(id)] = { x, y };
  const moved = inPlace(placed, {
    cards: [...cards.filter(({ id }) => !inside.has(id)), ...boxes],
    before,
    fixed: fixedBoxes(session, placed, before),
  });
  const movedAreas = boxes.flatMap(({ id, width, height }, index) => {
    const at = moved[id];
    const frame = Object.keys(areas)[index];
    return at === undefined || frame === undefined ? [] : [[frame, { ...at, width, height }] as const];
  });
  return {
    positions: Object.fromEntries(Object.entries(moved).filter(([id]) => Object.hasOwn(positions, id))),
    areas: Object.fromEntries(movedAreas),
  };
}

/** The cards and frames that stay, without the frames around cards that move. */
function fixedBoxes(
  { store, descriptors }: EditorSession,
  placed: Positions,
  before: Positions,
): FixedCard[] {
  const { document } = store.getState();
  const cards = layoutInput(document, descriptors).cards.flatMap((card) => {
    const at = placed[card.id] === undefined ? before[card.id] : undefined;
    return at === undefined ? [] : [{ ...card, ...at }];
  });
  const home = framesByStep(document);
  const around = new Set(Object.keys(placed).map((id) => home.get(id)));
  return [...cards, ...framesOf(document).filter((frame) => !around.has(frame))];
}
