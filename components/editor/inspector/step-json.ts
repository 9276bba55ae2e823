import {
  type Descriptors,
  importValue,
  isJsonObject,
  type Json,
  type PipelineDocument,
  type StepDocument,
} from '@/engine';
import { updateStep } from '../model/document';
import { renameStep } from '../model/edits';
import { refuseStepId } from '../model/step-ids';

/** Why a JSON value cannot take the place of a step; undefined when it can. */
export function refuseStepJson(document: PipelineDocument, id: string, value: Json): string | undefined {
  if (!isJsonObject(value)) return 'Enter a step as an object: { "id": …, "action": … }.';
  if (typeof value.id !== 'string') return 'The step has no "id". Add an "id" with a text.';
  if (typeof value.action !== 'string')
    return 'The step has no "action". Add an "action" with an action type.';
  const result = importValue({ steps: [value] });
  if (!result.ok) return result.problem.message.replace(/^Step 1(?: \("[^"]*"\))?: /, '');
  return refuseStepId(document, id, value.id);
}

/** The document with a step replaced by its edited JSON. Another id is a rename: references follow. */
export function applyStepJson(
  document: PipelineDocument,
  id: string,
  value: Json,
  descriptors: Descriptors,
): PipelineDocument {
  const result = importValue({ steps: [value] });
  const [next] = result.ok ? result.document.steps : [];
  if (next === undefined || refuseStepJson(document, id, value) !== undefined) return document;
  const renamed = next.id === id ? document : renameStep(document, id, next.id, descriptors);
  return updateStep(renamed, next.id, () => next);
}

/** A step as the JSON value it is written as. */
export function stepJson(step: StepDocument): Json {
  const entries = Object.entries(step).filter(([, value]) => value !== undefined);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}
