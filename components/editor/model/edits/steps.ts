import type { Descriptors, GraphEdge, PipelineDocument, Position, StepDocument } from '@/engine';
import { branchOutputs } from '../branches';
import { findStep, setDocumentKey, updateStep } from '../document';
import { STEP_KEYS, setKey } from '../keys';
import {
  type Connection,
  connect,
  disconnect,
  OUT_HANDLE,
  refuseConnection,
  withDependencies,
} from './connect';
import { placeStep } from './layout';

/** A step to add. */
export interface NewStep {
  /** From `newStepId`. */
  readonly id: string;
  /** Action type, in the spelling that the document shall keep. */
  readonly action: string;
  readonly position?: Position;
  /** Runs after this step, from this handle; the first free one when it is not given. */
  readonly after?: { readonly id: string; readonly handle?: string };
}

/** Adds a step, beside the one it runs after in the list, or last. */
export function addStep(
  document: PipelineDocument,
  step: NewStep,
  descriptors: Descriptors,
): PipelineDocument {
  const at = document.steps.findIndex(({ id }) => id === step.after?.id);
  const added: StepDocument = { id: step.id, action: step.action, params: {} };
  const steps = [...document.steps];
  steps.splice(at < 0 ? steps.length : at + 1, 0, added);
  let next = setDocumentKey(document, 'steps', steps);
  if (step.position !== undefined) next = placeStep(next, step.id, step.position);
  if (step.after === undefined) return next;
  const handle = step.after.handle ?? freeHandle(document, step.after.id, descriptors);
  const connection: Connection = { from: step.after.id, handle, to: step.id };
  return refuseConnection(next, connection, descriptors) === undefined
    ? connect(next, connection, descriptors)
    : next;
}

/** The handle a next step would hang on: the first branch that leads nowhere, otherwise the first, otherwise `out`. */
export function freeHandle(document: PipelineDocument, id: string, descriptors: Descriptors): string {
  const step = findStep(document, id);
  if (step === undefined) return OUT_HANDLE;
  const outputs = branchOutputs(step, descriptors.find(step.action));
  return (outputs.find(({ targets }) => targets.length === 0) ?? outputs[0])?.name ?? OUT_HANDLE;
}

/** Puts a new step between two connected ones: what led to the second leads to the new step, and from there on. */
export function insertOnEdge(
  document: PipelineDocument,
  edge: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'branch'>,
  step: Omit<NewStep, 'after'>,
  descriptors: Descriptors,
): PipelineDocument {
  const descriptor = descriptors.find(step.action);
  const handle = edge.kind === 'branch' && edge.branch !== undefined ? edge.branch : OUT_HANDLE;
  const after = { id: edge.from, handle };
  if (descriptor?.terminal) return addStep(document, { ...step, after }, descriptors);
  const [branch] = branchOutputs({ id: step.id, action: step.action, params: {} }, descriptor);
  if (edge.kind === 'depends_on' && branch === undefined) {
    return replaceDependency(addStep(document, { ...step, after }, descriptors), edge, step.id);
  }
  const opened =
    edge.kind === 'branch' || edge.kind === 'depends_on' ? disconnect(document, edge, descriptors) : document;
  const added = addStep(opened, { ...step, after }, descriptors);
  return connect(added, { from: step.id, handle: branch?.name ?? OUT_HANDLE, to: edge.to }, descriptors);
}

/** Lets `to` run after `next` in the place of `from`. */
function replaceDependency(
  document: PipelineDocument,
  { from, to }: Pick<GraphEdge, 'from' | 'to'>,
  next: string,
): PipelineDocument {
  return updateStep(document, to, (step) =>
    withDependencies(
      step,
      (step.depends_on ?? []).map((id) => (id === from ? next : id)),
    ),
  );
}

/** Gives a step another action. Parameters the new action knows stay, under the author's spelling; others stay too, as problems to look at. */
export function changeAction(document: PipelineDocument, id: string, action: string): PipelineDocument {
  return updateStep(document, id, (step) => setKey(step, 'action', action, STEP_KEYS));
}

/** Switches steps off, or on again when all of them are off. */
export function toggleDisabled(document: PipelineDocument, ids: readonly string[]): PipelineDocument {
  const chosen = new Set(ids);
  const allOff = document.steps.every((step) => !chosen.has(step.id) || step.disabled === true);
  let next = document;
  for (const id of ids) {
    next = updateStep(next, id, (step) => setKey(step, 'disabled', allOff ? undefined : true, STEP_KEYS));
  }
  return next;
}
