import type { PipelineDocument, Position, StepDocument } from '@/engine';
import { DOCUMENT_KEYS, setKey } from './keys';

/** The step with this id. */
export function findStep(document: PipelineDocument, id: string): StepDocument | undefined {
  return document.steps.find((step) => step.id === id);
}

/** Whether the canvas shows nothing: no steps and no notes. */
export function isEmpty({ steps, layout }: PipelineDocument): boolean {
  return steps.length === 0 && (layout?.notes ?? []).length === 0;
}

/** The document with one step replaced by the result of `change`; the same document when the step is unchanged. */
export function updateStep(
  document: PipelineDocument,
  id: string,
  change: (step: StepDocument) => StepDocument,
): PipelineDocument {
  return updateSteps(document, (step) => (step.id === id ? change(step) : step));
}

/** The document with every step mapped; the same document when all steps are unchanged. */
export function updateSteps(
  document: PipelineDocument,
  change: (step: StepDocument) => StepDocument,
): PipelineDocument {
  let changed = false;
  const steps = document.steps.map((step) => {
    const next = change(step);
    if (next !== step) changed = true;
    return next;
  });
  return changed ? setDocumentKey(document, 'steps', steps) : document;
}

/** The document with one key set, or removed when undefined. */
export function setDocumentKey(
  document: PipelineDocument,
  key: string,
  value: PipelineDocument[string],
): PipelineDocument {
  return setKey(document, key, value, DOCUMENT_KEYS);
}

/** The position of a step in the document, if it has one. */
export function positionOf(document: PipelineDocument, id: string): Position | undefined {
  const positions = document.layout?.steps;
  return positions !== undefined && Object.hasOwn(positions, id) ? positions[id] : undefined;
}
