import type { PipelineDocument } from '@/engine';

/** What is selected on the canvas, by id; edges by the graph's edge ids. */
export interface Selection {
  readonly steps: readonly string[];
  readonly notes: readonly string[];
  readonly edges: readonly string[];
}

export const EMPTY_SELECTION: Selection = { steps: [], notes: [], edges: [] };

/** A selection of steps only. */
export function selectSteps(...steps: readonly string[]): Selection {
  return { steps, notes: [], edges: [] };
}

/** The selection without deleted steps and notes; the same object when all exist. */
export function pruneSelection(selection: Selection, document: PipelineDocument): Selection {
  const steps = new Set(document.steps.map((step) => step.id));
  const notes = new Set((document.layout?.notes ?? []).map((note) => note.id));
  const keptSteps = selection.steps.filter((id) => steps.has(id));
  const keptNotes = selection.notes.filter((id) => notes.has(id));
  if (keptSteps.length === selection.steps.length && keptNotes.length === selection.notes.length) {
    return selection;
  }
  return { steps: keptSteps, notes: keptNotes, edges: selection.edges };
}

/** Whether two selections have the same elements in the same order. */
export function sameSelection(a: Selection, b: Selection): boolean {
  return sameList(a.steps, b.steps) && sameList(a.notes, b.notes) && sameList(a.edges, b.edges);
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((value, index) => value === b[index]));
}
