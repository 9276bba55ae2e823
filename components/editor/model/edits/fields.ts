import type { Json, ParamDeclaration, PipelineDocument } from '@/engine';
import { setDocumentKey, updateStep } from '../document';
import { STEP_KEYS, setKey } from '../keys';

/** Sets one of a step's own keys (`name`, `condition`, `retry`…), or removes it when undefined. */
export function setStepField(
  document: PipelineDocument,
  id: string,
  key: string,
  value: unknown,
): PipelineDocument {
  return updateStep(document, id, (step) => setKey(step, key, value, STEP_KEYS));
}

/** Sets one parameter of a step under the author's spelling, or removes it when undefined. */
export function setParam(
  document: PipelineDocument,
  id: string,
  name: string,
  value: Json | undefined,
): PipelineDocument {
  return updateStep(document, id, (step) => {
    const params = setKey(step.params ?? {}, name, value);
    return params === step.params ? step : setKey(step, 'params', params, STEP_KEYS);
  });
}

/** Sets one of the pipeline's own keys (`name`, `description`, `outputs`, `settings`), or removes it when undefined. */
export function setPipelineField(document: PipelineDocument, key: string, value: unknown): PipelineDocument {
  return setDocumentKey(document, key, value);
}

/** Declares a param, or replaces its declaration. */
export function setDeclaredParam(
  document: PipelineDocument,
  name: string,
  declaration: ParamDeclaration,
): PipelineDocument {
  return setDocumentKey(document, 'params', setKey(document.params ?? {}, name, declaration));
}

/** Removes the declaration of a param; references to it stay and become problems. */
export function removeDeclaredParam(document: PipelineDocument, name: string): PipelineDocument {
  if (document.params === undefined || !Object.hasOwn(document.params, name)) return document;
  const rest = setKey(document.params, name, undefined);
  return setDocumentKey(document, 'params', Object.keys(rest).length === 0 ? undefined : rest);
}
