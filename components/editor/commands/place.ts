import {
  descendants,
  type GraphEdge,
  type PipelineDocument,
  type Position,
  type StepDocument,
} from '@/engine';
import { CARD_WIDTH, cardHandles, roomOf, widthWithGap } from '../model/card-size';
import { selectGraph, selectStep } from '../model/derived';
import { moveItems } from '../model/edits';
import { nearestFree, type PlacedBox } from '../model/free-place';
import type { Positions } from '../model/layout-input';
import type { EditorSession } from '../session';

const NEW_CARD = { width: CARD_WIDTH, height: 120 };

/** The document with the position of every card, so that a new position does not change the automatic ones. */
export function withPositions(session: EditorSession, document: PipelineDocument): PipelineDocument {
  return moveItems(document, { steps: session.positions.unwritten(document) });
}

/** A free place to the right of a card, at the height of the handle. */
export function placeAfter(session: EditorSession, id: string, handle: string | undefined): Position {
  const { document } = session.store.getState();
  const step = selectStep(document, id);
  const at = session.positions.of(document)[id];
  if (step === undefined || at === undefined) return freePlace(session, { x: 0, y: 0 });
  const descriptor = session.descriptors.find(step.action);
  const index = cardHandles(step, descriptor, false)
    .filter(({ side }) => side === 'right')
    .findIndex((candidate) => candidate.id === handle);
  const right = at.x + widthWithGap(step, descriptor);
  return freePlace(session, { x: right, y: at.y + Math.max(0, index) * 152 });
}

/** The place nearest to `wanted` where a new card covers no other card. */
export function freePlace(
  session: EditorSession,
  wanted: Position,
  size: Pick<PlacedBox, 'width' | 'height'> = NEW_CARD,
): Position {
  return nearestFree(boxesOf(session, session.store.getState().document), wanted, size);
}

/** The place of a step's card between two others, and the new positions of cards that move. */
export function placeOnEdge(
  session: EditorSession,
  edge: Pick<GraphEdge, 'from' | 'to'>,
  inserted: StepDocument,
): { readonly position: Position; readonly moves: Positions } {
  const { document } = session.store.getState();
  const positions = session.positions.of(document);
  const from = positions[edge.from];
  const to = positions[edge.to];
  if (from === undefined || to === undefined)
    return { position: session.view.get()?.center() ?? { x: 0, y: 0 }, moves: {} };
  const widthOf = (step: StepDocument) => widthWithGap(step, session.descriptors.find(step.action));
  const source = selectStep(document, edge.from);
  const right = from.x + (source === undefined ? 0 : widthOf(source));
  const column = widthOf(inserted);
  if (to.x >= right + column) {
    return { position: freePlace(session, { x: (right + to.x - column) / 2, y: to.y }), moves: {} };
  }
  if (to.x < right) return { position: freePlace(session, { x: right, y: from.y }), moves: {} };
  return { position: { x: to.x, y: to.y }, moves: pushedRight(session, edge.to, column) };
}

/** The card and the following cards in its rows, moved to the right. */
function pushedRight(session: EditorSession, id: string, by: number): Positions {
  const { document } = session.store.getState();
  const positions = session.positions.of(document);
  const graph = selectGraph(document, session.descriptors);
  const moves: Positions = {};
  for (const next of [id, ...descendants(graph, id)]) {
    const position = positions[next];
    if (position !== undefined && position.x >= (positions[id]?.x ?? 0))
      moves[next] = { x: position.x + by, y: position.y };
  }
  return moves;
}

function boxesOf(session: EditorSession, document: PipelineDocument): PlacedBox[] {
  const positions = session.positions.of(document);
  return document.steps.flatMap((step) => {
    const at = positions[step.id];
    return at === undefined ? [] : [{ ...at, ...roomOf(step, session.descriptors.find(step.action)) }];
  });
}
