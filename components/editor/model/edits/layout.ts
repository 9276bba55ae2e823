import type { Note, PipelineDocument, Position } from '@/engine';
import { setDocumentKey } from '../document';
import { setKey } from '../keys';

/** New positions by the ids of steps, notes and frames, in canvas pixels. */
export interface Moves {
  readonly steps?: Readonly<Record<string, Position>>;
  readonly notes?: Readonly<Record<string, Position>>;
  readonly frames?: Readonly<Record<string, Position>>;
}

/** Moves cards, notes and the areas of frames. Changes only `layout`. */
export function moveItems(document: PipelineDocument, { steps, notes, frames }: Moves): PipelineDocument {
  const placed = moveListed(placeSteps(document, steps ?? {}), 'notes', notes);
  return moveListed(placed, 'frames', frames);
}

function moveListed(
  document: PipelineDocument,
  key: 'notes' | 'frames',
  places: Readonly<Record<string, Position>> = {},
): PipelineDocument {
  const items: readonly { readonly id: string }[] = document.layout?.[key] ?? [];
  const moved = items.map((item) => {
    const position = Object.hasOwn(places, item.id) ? places[item.id] : undefined;
    return position === undefined
      ? item
      : setKey(setKey(item, 'x', whole(position.x)), 'y', whole(position.y));
  });
  return moved.every((item, index) => item === items[index]) ? document : setLayoutKey(document, key, moved);
}

/** Puts cards at positions, rounded to whole pixels. */
export function placeSteps(
  document: PipelineDocument,
  places: Readonly<Record<string, Position>>,
): PipelineDocument {
  const positions = new Map(Object.entries(document.layout?.steps ?? {}));
  let isChanged = false;
  for (const [id, position] of Object.entries(places)) {
    const place = { x: whole(position.x), y: whole(position.y) };
    const old = positions.get(id);
    if (old !== undefined && old.x === place.x && old.y === place.y) continue;
    positions.set(id, { ...old, ...place });
    isChanged = true;
  }
  return isChanged ? setLayoutKey(document, 'steps', Object.fromEntries(positions)) : document;
}

/** Adds a note to the canvas. */
export function addNote(document: PipelineDocument, note: Note): PipelineDocument {
  const place = { ...note, x: whole(note.x), y: whole(note.y) };
  return setLayoutKey(document, 'notes', [...(document.layout?.notes ?? []), place]);
}

/** Changes the text or the size of a note. */
export function updateNote(
  document: PipelineDocument,
  id: string,
  change: Partial<Omit<Note, 'id'>>,
): PipelineDocument {
  const notes = document.layout?.notes ?? [];
  const next = notes.map((note) => {
    if (note.id !== id) return note;
    let changed = note;
    for (const [key, value] of Object.entries(change)) changed = setKey(changed, key, value);
    return changed;
  });
  return next.every((note, index) => note === notes[index])
    ? document
    : setLayoutKey(document, 'notes', next);
}

/** Removes notes, and the list with the last one. */
export function removeNotes(document: PipelineDocument, ids: readonly string[]): PipelineDocument {
  const notes = document.layout?.notes ?? [];
  const rest = notes.filter((note) => !ids.includes(note.id));
  if (rest.length === notes.length) return document;
  return setLayoutKey(document, 'notes', rest.length === 0 ? undefined : rest);
}

/** An unused note id. */
export function newNoteId(document: PipelineDocument): string {
  const taken = new Set((document.layout?.notes ?? []).map((note) => note.id));
  let number = taken.size + 1;
  while (taken.has(`note_${number}`)) number += 1;
  return `note_${number}`;
}

/** The document with one key of `layout` set or removed; an empty layout is removed. */
export function setLayoutKey(document: PipelineDocument, key: string, value: unknown): PipelineDocument {
  const layout = setKey(document.layout ?? {}, key, value);
  return setDocumentKey(document, 'layout', Object.keys(layout).length === 0 ? undefined : layout);
}

function whole(value: number): number {
  const rounded = Math.round(value);
  return rounded === 0 ? 0 : rounded;
}
