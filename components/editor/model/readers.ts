import { type Descriptors, isJsonObject, type Json, type PipelineDocument } from '@/engine';
import { mapSources } from './edits/connect';
import { renameReference, rewriteStep, rewriteTemplates } from './references';

/** A field that reads a step. */
export interface Reader {
  /** The step with the field; undefined for an output of the pipeline. */
  readonly step: string | undefined;
  /** Path below the step or the document, as in diagnostics: `params.url`. */
  readonly path: string;
  /** The step that is read. */
  readonly reads: string;
}

/** The fields outside these steps that read them, in document order. Steps that only run after them have none. */
export function readersOf(
  document: PipelineDocument,
  ids: readonly string[],
  descriptors: Descriptors,
): Reader[] {
  const chosen = new Set(ids);
  const others = document.steps.filter(({ id }) => !chosen.has(id));
  return ids.flatMap((reads) => {
    // An id that no document can contain, so that every difference is a field that names the step.
    const next = `${reads}\u0000`;
    const rewrite = renameReference(new Map([[reads, next]]));
    const inSteps = others.flatMap((step) => {
      const named = mapSources(step, descriptors, (list) => list.map((id) => (id === reads ? next : id)));
      const renamed = rewriteStep(named, descriptors.find(step.action), rewrite);
      return changedPaths({ ...step }, { ...renamed }).map((path) => ({ step: step.id, path, reads }));
    });
    const { outputs } = document;
    const paths = outputs === undefined ? [] : changedPaths(outputs, rewriteTemplates(outputs, rewrite));
    return [...inSteps, ...paths.map((path) => ({ step: undefined, path: `outputs.${path}`, reads }))];
  });
}

/** Paths of the texts that differ between two values of the same shape; a list of texts counts as one. */
function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (before === after) return [];
  if (!isNested(before) || !isNested(after)) return [path];
  const old = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]) =>
    changedPaths(old.get(key), value, path === '' ? key : `${path}.${key}`),
  );
}

function isNested(value: unknown): value is Json[] | Record<string, Json> {
  if (Array.isArray(value)) return value.some((entry) => typeof entry === 'object');
  return isJsonObject(value);
}
