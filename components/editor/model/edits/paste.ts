import type { Descriptors, Note, PipelineDocument, Position, StepDocument } from '@/engine';
import type { Clip } from '../clipboard';
import { setDocumentKey } from '../document';
import { STEP_KEYS, setKey } from '../keys';
import { uniqueId } from '../step-ids';
import { mapNamedSteps } from './connect';
import { addNote, newNoteId, placeStep } from './layout';
import { renameWithin } from './rename';

/** Where a clip goes: moved by `offset`, or with its top left corner `at` a point. */
export type PastePlace = { readonly offset: Position } | { readonly at: Position };

export interface Pasted {
  readonly document: PipelineDocument;
  /** Ids the pasted steps and notes have now. */
  readonly steps: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Adds a clip. Ids are made unique and references among the pasted steps follow; wires to steps that this pipeline
 * does not have are left out, references to them stay and become problems.
 */
export function pasteSteps(
  document: PipelineDocument,
  clip: Clip,
  place: PastePlace,
  descriptors: Descriptors,
): Pasted {
  const ids = newIds(document, clip);
  const known = new Set([...document.steps.map((step) => step.id), ...ids.values()]);
  const steps = clip.steps.map((step): StepDocument => {
    const renamed = renameWithin(
      setKey(step, 'id', ids.get(step.id) ?? step.id, STEP_KEYS),
      ids,
      descriptors,
    );
    return mapNamedSteps(renamed, descriptors, (list) =>
      list.every((id) => known.has(id)) ? list : list.filter((id) => known.has(id)),
    );
  });
  const shift = offsetOf(clip, place);
  let next = steps.length === 0 ? document : setDocumentKey(document, 'steps', [...document.steps, ...steps]);
  for (const step of clip.steps) {
    const position = Object.hasOwn(clip.layout, step.id) ? clip.layout[step.id] : undefined;
    const id = ids.get(step.id);
    if (position !== undefined && id !== undefined) next = placeStep(next, id, moved(position, shift));
  }
  const notes: string[] = [];
  for (const note of clip.notes) {
    const added: Note = { ...note, ...moved(note, shift), id: newNoteId(next) };
    next = addNote(next, added);
    notes.push(added.id);
  }
  return { document: next, steps: steps.map((step) => step.id), notes };
}

/** New ids by old ones. A clip may itself hold an id twice; the first keeps the references. */
function newIds(document: PipelineDocument, clip: Clip): Map<string, string> {
  const taken = new Set(document.steps.map((step) => step.id));
  const ids = new Map<string, string>();
  for (const step of clip.steps) {
    if (ids.has(step.id)) continue;
    const id = uniqueId(step.id, taken);
    taken.add(id);
    ids.set(step.id, id);
  }
  return ids;
}

function offsetOf(clip: Clip, place: PastePlace): Position {
  if ('offset' in place) return place.offset;
  const points = [...Object.values(clip.layout), ...clip.notes];
  if (points.length === 0) return place.at;
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  return { x: place.at.x - left, y: place.at.y - top };
}

function moved(position: Position, by: Position): Position {
  return { x: position.x + by.x, y: position.y + by.y };
}
