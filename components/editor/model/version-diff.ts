import { compareDocuments, type PipelineDocument, type StepChange } from '@/engine';

/** Two documents on one canvas: the newer one, with the removed steps of the older one. */
export interface MergedDocument {
  readonly document: PipelineDocument;
  /** Changes by step id; unchanged steps have none. */
  readonly changes: ReadonlyMap<string, StepChange>;
  /** Keys other than `steps` that differ. */
  readonly keys: readonly string[];
}

/** Adds removed steps to the newer document, at their previous positions. */
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
