import type { Descriptors, Frame, Note, PipelineDocument, Position, StepDocument } from '@/engine';
import type { Clip } from '../clipboard';
import { setDocumentKey } from '../document';
import { STEP_KEYS, setKey } from '../keys';
import { uniqueId } from '../step-ids';
import { mapNamedSteps } from './connect';
import { addFrame, newFrameId } from './frames';
import { addNote, newNoteId, placeSteps } from './layout';
import { renameWithin } from './rename';

/** The place of a clip: the point of its top left corner. */
interface PastePlace {
  readonly at: Position;
}

export interface Pasted {
  readonly document: PipelineDocument;
  /** Ids of the pasted steps, notes and frames. */
  readonly steps: readonly string[];
  readonly notes: readonly string[];
  readonly frames: readonly string[];
}

/**
 * Adds a clip. Ids are made unique, and references among the pasted steps are changed accordingly. Edges to steps that
 * this pipeline does not have are left out; references to them stay and become problems.
 */
export function pasteSteps(
  document: PipelineDocument,
  clip: Clip,
  place: PastePlace,
  descriptors: Descriptors,
): Pasted {
  const own = newIds(document, clip);
  // A clip may contain duplicate ids; references mean the first.
  const ids = new Map(clip.steps.map((step, index) => [step.id, own[index] ?? step.id] as const).reverse());
  const known = new Set([...document.steps.map((step) => step.id), ...own]);
  const steps = clip.steps.map((step, index): StepDocument => {
    const renamed = renameWithin(setKey(step, 'id', own[index], STEP_KEYS), ids, descriptors);
    return mapNamedSteps(renamed, descriptors, (list) =>
      list.every((id) => known.has(id)) ? list : list.filter((id) => known.has(id)),
    );
  });
  const shift = offsetOf(clip, place);
  const places = clip.steps.flatMap((step, index) => {
    const position = Object.hasOwn(clip.layout, step.id) ? clip.layout[step.id] : undefined;
    const id = own[index];
    return position === undefined || id === undefined ? [] : [[id, moved(position, shift)] as const];
  });
  const longer =
    steps.length === 0 ? document : setDocumentKey(document, 'steps', [...document.steps, ...steps]);
  let next = placeSteps(longer, Object.fromEntries(places));
  const notes: string[] = [];
  for (const note of clip.notes) {
    const added: Note = { ...note, ...moved(note, shift), id: newNoteId(next) };
    next = addNote(next, added);
    notes.push(added.id);
  }
  const frames: string[] = [];
  for (const frame of clip.frames) {
    const inside = (frame.steps ?? []).flatMap((id) => ids.get(id) ?? []);
    const added: Frame = { ...frame, ...moved(frame, shift), id: newFrameId(next), steps: inside };
    next = addFrame(next, added);
    frames.push(added.id);
  }
  return { document: next, steps: steps.map((step) => step.id), notes, frames };
}

/** A new id for each step of the clip, in its order. */
function newIds(document: PipelineDocument, clip: Clip): string[] {
  const taken = new Set(document.steps.map((step) => step.id));
  return clip.steps.map((step) => {
    const id = uniqueId(step.id, taken);
    taken.add(id);
    return id;
  });
}

function offsetOf(clip: Clip, { at }: PastePlace): Position {
  const points = [...Object.values(clip.layout), ...clip.notes, ...clip.frames];
  if (points.length === 0) return at;
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  return { x: at.x - left, y: at.y - top };
}

function moved(position: Position, by: Position): Position {
  return { x: position.x + by.x, y: position.y + by.y };
}
