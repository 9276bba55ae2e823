import type { Descriptors, PipelineDocument } from '@/engine';
import { renameStep } from '../model/edits';

/** How many values elsewhere name a step: references, dependencies, branches, sources, outputs. */
export function followers(document: PipelineDocument, id: string, descriptors: Descriptors): number {
  // A name no document can hold, so that every change is one of ours.
  const renamed = renameStep(document, id, `${id}\u0000`, descriptors);
  const steps = renamed.steps.reduce((count, step, index) => {
    const before = document.steps[index];
    return count + (before?.id === id ? 0 : differences(before, step));
  }, 0);
  return steps + differences(document.outputs, renamed.outputs);
}

/** Leaves that differ between two values of the same shape. */
function differences(before: unknown, after: unknown): number {
  if (before === after) return 0;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return 1;
  const old = new Map(Object.entries(before));
  return Object.entries(after).reduce((count, [key, value]) => count + differences(old.get(key), value), 0);
}
