import { descendants, type GraphEdge, type PipelineDocument, type Position } from '@/engine';
import { CARD_WIDTH, cardHandles, estimateCard } from '../model/card-size';
import { selectGraph, selectStep } from '../model/derived';
import { moveItems } from '../model/edits';
import { nearestFree, type PlacedBox } from '../model/free-place';
import { COLUMN_GAP, type Positions } from '../model/layout';
import type { EditorSession } from '../session';

/** Distance by which cards move for a card between them. */
const COLUMN = CARD_WIDTH + COLUMN_GAP;
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
  const { width } = estimateCard(step, descriptor);
  const index = cardHandles(step, descriptor, false)
    .filter(({ side }) => side === 'right')
    .findIndex((candidate) => candidate.id === handle);
  return freePlace(session, { x: at.x + width + COLUMN_GAP, y: at.y + Math.max(0, index) * 152 });
}

/** The place nearest to `wanted` where a new card covers no other card. */
export function freePlace(
  session: EditorSession,
  wanted: Position,
  size: Pick<PlacedBox, 'width' | 'height'> = NEW_CARD,
): Position {
  return nearestFree(boxesOf(session, session.store.getState().document), wanted, size);
}

/** The place of a card between two others, and the new positions of cards that move. */
export function placeOnEdge(
  session: EditorSession,
  edge: Pick<GraphEdge, 'from' | 'to'>,
): { readonly position: Position; readonly moves: Positions } {
  const { document } = session.store.getState();
  const positions = session.positions.of(document);
  const from = positions[edge.from];
  const to = positions[edge.to];
  if (from === undefined || to === undefined)
    return { position: session.view.get()?.center() ?? { x: 0, y: 0 }, moves: {} };
  const source = selectStep(document, edge.from);
  const width =
    source === undefined ? CARD_WIDTH : estimateCard(source, session.descriptors.find(source.action)).width;
  const right = from.x + width + COLUMN_GAP;
  if (to.x >= right + COLUMN) {
    return { position: freePlace(session, { x: (right + to.x - COLUMN) / 2, y: to.y }), moves: {} };
  }
  if (to.x < right) return { position: freePlace(session, { x: right, y: from.y }), moves: {} };
  return { position: { x: to.x, y: to.y }, moves: pushedRight(session, document, edge.to, to) };
}

/** The card and the following cards in its rows, moved by one column. */
function pushedRight(
  session: EditorSession,
  document: PipelineDocument,
  id: string,
  at: Position,
): Positions {
  const positions = session.positions.of(document);
  const graph = selectGraph(document, session.descriptors);
  const moves: Positions = {};
  for (const next of [id, ...descendants(graph, id)]) {
    const position = positions[next];
    if (position !== undefined && position.x >= at.x) moves[next] = { x: position.x + COLUMN, y: position.y };
  }
  return moves;
}

function boxesOf(session: EditorSession, document: PipelineDocument): PlacedBox[] {
  const positions = session.positions.of(document);
  return document.steps.flatMap((step) => {
    const at = positions[step.id];
    return at === undefined ? [] : [{ ...at, ...estimateCard(step, session.descriptors.find(step.action)) }];
  });
}
