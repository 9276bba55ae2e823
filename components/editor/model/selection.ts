import type { PipelineDocument } from '@/engine';

/** What is selected on the canvas, by id; edges by the graph's edge ids. */
export interface Selection {
  readonly steps: readonly string[];
  readonly notes: readonly string[];
  readonly frames: readonly string[];
  readonly edges: readonly string[];
}

export const EMPTY_SELECTION: Selection = { steps: [], notes: [], frames: [], edges: [] };

/** A selection of steps only. */
export function selectSteps(...steps: readonly string[]): Selection {
  return { ...EMPTY_SELECTION, steps };
}

/** The number of selected elements. */
export function selectedCount({ steps, notes, frames, edges }: Selection): number {
  return steps.length + notes.length + frames.length + edges.length;
}

/** The number of selected elements that have a place: all but edges. */
export function placedCount(selection: Selection): number {
  return selectedCount(selection) - selection.edges.length;
}

/** The selection without deleted steps, notes and frames; the same object when all exist. */
export function pruneSelection(selection: Selection, { steps, layout }: PipelineDocument): Selection {
  const pruned: Selection = {
    steps: existing(selection.steps, steps),
    notes: existing(selection.notes, layout?.notes),
    frames: existing(selection.frames, layout?.frames),
    edges: selection.edges,
  };
  return selectedCount(pruned) === selectedCount(selection) ? selection : pruned;
}

function existing(ids: readonly string[], items: readonly { readonly id: string }[] = []): readonly string[] {
  if (ids.length === 0) return ids;
  const known = new Set(items.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
}

/** Whether two selections have the same elements in the same order. */
export function sameSelection(a: Selection, b: Selection): boolean {
  return (
    sameList(a.steps, b.steps) &&
    sameList(a.notes, b.notes) &&
    sameList(a.frames, b.frames) &&
    sameList(a.edges, b.edges)
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((value, index) => value === b[index]));
}
