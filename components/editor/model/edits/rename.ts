import type { Descriptors, Json, PipelineDocument, StepDocument } from '@/engine';
import { setDocumentKey, updateSteps } from '../document';
import { renameKey, STEP_KEYS, setKey } from '../keys';
import {
  type RewriteReference,
  renameParamReference,
  renameReference,
  rewriteStep,
  rewriteTemplates,
} from '../references';
import { mapNamedSteps } from './connect';
import { renameInFrames } from './frames';
import { setLayoutKey } from './layout';

/** Renames a step everywhere: id, references, order, branches, sources, layout. */
export function renameStep(
  document: PipelineDocument,
  id: string,
  next: string,
  descriptors: Descriptors,
): PipelineDocument {
  if (id === next) return document;
  const ids = new Map([[id, next]]);
  const renamed = updateSteps(document, (step) =>
    renameWithin(step.id === id ? setKey(step, 'id', next, STEP_KEYS) : step, ids, descriptors),
  );
  const rewritten = rewriteOutputs(renamed, renameReference(ids));
  const positions = rewritten.layout?.steps;
  const placed =
    positions === undefined || !Object.hasOwn(positions, id)
      ? rewritten
      : setLayoutKey(rewritten, 'steps', renameKey(positions, id, next));
  return renameInFrames(placed, id, next);
}

/** The step with the ids of other steps replaced everywhere. */
export function renameWithin(
  step: StepDocument,
  ids: ReadonlyMap<string, string>,
  descriptors: Descriptors,
): StepDocument {
  const named = mapNamedSteps(step, descriptors, (list) => list.map((id) => ids.get(id) ?? id));
  return rewriteStep(named, descriptors.find(step.action), renameReference(ids));
}

/** Renames a declared param and every reference to it. */
export function renameDeclaredParam(
  document: PipelineDocument,
  name: string,
  next: string,
  descriptors: Descriptors,
): PipelineDocument {
  if (name === next || document.params === undefined || !Object.hasOwn(document.params, name))
    return document;
  const declared = setDocumentKey(document, 'params', renameKey(document.params, name, next));
  const rewrite = renameParamReference(name, next);
  const steps = updateSteps(declared, (step) => rewriteStep(step, descriptors.find(step.action), rewrite));
  return rewriteOutputs(steps, rewrite);
}

function rewriteOutputs(document: PipelineDocument, rewrite: RewriteReference): PipelineDocument {
  if (document.outputs === undefined) return document;
  const outputs = rewriteTemplates<Record<string, Json>>(document.outputs, rewrite);
  return outputs === document.outputs ? document : setDocumentKey(document, 'outputs', outputs);
}
