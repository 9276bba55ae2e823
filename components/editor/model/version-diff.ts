import { compareDocuments, type PipelineDocument, type StepChange } from '@/engine';

/** Two documents on one canvas: the newer one, with the steps that it no longer has. */
export interface MergedDocument {
  readonly document: PipelineDocument;
  /** By step id, for those that differ. */
  readonly changes: ReadonlyMap<string, StepChange>;
  /** Keys beside the steps that differ. */
  readonly keys: readonly string[];
}

/** Puts what was removed beside what is there, where it lay before. */
export function mergeDocuments(before: PipelineDocument, after: PipelineDocument): MergedDocument {
  const { steps, keys } = compareDocuments(before, after);
  const changes = new Map(steps.map((change) => [change.id, change]));
  const removed = before.steps.filter(({ id }) => changes.get(id)?.change === 'removed');
  if (removed.length === 0) return { document: after, changes, keys };
  const places = { ...before.layout?.steps, ...after.layout?.steps };
  const layout = Object.keys(places).length === 0 ? after.layout : { ...after.layout, steps: places };
  const document = { ...after, steps: [...after.steps, ...removed], ...(layout && { layout }) };
  return { document, changes, keys };
}
