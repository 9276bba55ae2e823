import type { PipelineDocument, Position } from '@/engine';
import type { Places } from '../canvas/flow-nodes';
import { estimateCard } from '../model/card-size';
import { selectStep } from '../model/derived';
import { fitFrames, placeInFrames, updateFrame } from '../model/edits';
import { areaAround, findFrame, frameAt, framesByStep, framesOf, stepsIn } from '../model/frames';
import type { PlacedBox } from '../model/free-place';
import type { EditorSession } from '../session';

/** The box of a card as it is drawn, or as it would be. */
export function cardBox(
  { flow, positions, descriptors }: EditorSession,
  document: PipelineDocument,
  id: string,
): PlacedBox | undefined {
  const at = positions.of(document)[id];
  const step = selectStep(document, id);
  if (at === undefined || step === undefined) return undefined;
  const drawn = flow.getNodes().find((node) => node.id === id)?.measured;
  const { width, height } = estimateCard(step, descriptors.find(step.action));
  return { x: at.x, y: at.y, width: drawn?.width ?? width, height: drawn?.height ?? height };
}

/** The places of a drag, with the cards of frames that were moved, also of collapsed ones. */
export function withSteps({ positions }: EditorSession, document: PipelineDocument, moved: Places): Places {
  const at = positions.of(document);
  const steps: Record<string, Position> = {};
  for (const [id, to] of Object.entries(moved.frames)) {
    const frame = findFrame(document, id);
    if (frame === undefined) continue;
    for (const step of stepsIn(document, frame)) {
      const from = at[step];
      if (from !== undefined) steps[step] = { x: from.x + to.x - frame.x, y: from.y + to.y - frame.y };
    }
  }
  return { ...moved, steps: { ...steps, ...moved.steps } };
}

/**
 * The document after cards were moved: those whose middle is in a frame belong to it, others to none. Cards that moved
 * with their frame stay in it.
 */
export function withMembers(
  session: EditorSession,
  document: PipelineDocument,
  moved: Places,
): PipelineDocument {
  const home = framesByStep(document);
  const own = Object.keys(moved.steps).filter((id) => !Object.hasOwn(moved.frames, home.get(id)?.id ?? ''));
  return joined(session, document, own);
}

/** The document in which cards belong to the frames around their middles. */
export function joined(
  session: EditorSession,
  document: PipelineDocument,
  ids: readonly string[],
): PipelineDocument {
  if (framesOf(document).length === 0) return document;
  const homes = new Map(
    ids.map((id) => {
      const box = cardBox(session, document, id);
      const middle = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      return [id, middle && frameAt(document, middle)?.id] as const;
    }),
  );
  return placeInFrames(document, homes);
}

/** The document in which the frames of these cards contain all of their cards. */
export function fitted(
  session: EditorSession,
  document: PipelineDocument,
  ids: Iterable<string>,
): PipelineDocument {
  return fitFrames(document, ids, (id) => cardBox(session, document, id));
}

/** Sets the area of a frame: cards whose middle is in it join it, its cards outside leave it. */
export function resizeFrame(session: EditorSession, id: string, area: PlacedBox): void {
  session.store.edit('Resize frame', (current) => {
    const document = updateFrame(current, id, area);
    const home = framesByStep(document);
    const free = document.steps.filter((step) => (home.get(step.id)?.id ?? id) === id);
    return joined(
      session,
      document,
      free.map((step) => step.id),
    );
  });
}

/** Makes a frame as large as its cards need. */
export function fitFrame(session: EditorSession, id: string): void {
  session.store.edit('Fit frame', (document) => {
    const frame = findFrame(document, id);
    const cards = frame === undefined ? [] : stepsIn(document, frame);
    const boxes = cards.flatMap((step) => cardBox(session, document, step) ?? []);
    return boxes.length === 0 ? document : updateFrame(document, id, areaAround(boxes));
  });
}
