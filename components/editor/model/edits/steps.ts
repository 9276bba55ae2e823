import type { Descriptors, GraphEdge, JsonObject, PipelineDocument, Position, StepDocument } from '@/engine';
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
import { placeSteps } from './layout';

/** A step to add. */
export interface NewStep {
  /** From `newStepId`. */
  readonly id: string;
  /** Action type, in the spelling for the document. */
  readonly action: string;
  readonly position?: Position;
  /** @default none */
  readonly params?: JsonObject;
  /** Runs after this step, from this handle. @default the first free handle */
  readonly after?: { readonly id: string; readonly handle?: string };
}

/** Adds a step, in the list directly after the step that it runs after, or last. */
export function addStep(
  document: PipelineDocument,
  step: NewStep,
  descriptors: Descriptors,
): PipelineDocument {
  const at = document.steps.findIndex(({ id }) => id === step.after?.id);
  const added: StepDocument = { id: step.id, action: step.action, params: step.params ?? {} };
  const steps = [...document.steps];
  steps.splice(at < 0 ? steps.length : at + 1, 0, added);
  let next = setDocumentKey(document, 'steps', steps);
  if (step.position !== undefined) next = placeSteps(next, { [step.id]: step.position });
  if (step.after === undefined) return next;
  const handle = step.after.handle ?? freeHandle(document, step.after.id, descriptors);
  const connection: Connection = { from: step.after.id, handle, to: step.id };
  return refuseConnection(next, connection, descriptors) === undefined
    ? connect(next, connection, descriptors)
    : next;
}

/** The handle for a next step: the first branch without a target, otherwise the first branch, otherwise `out`. */
export function freeHandle(document: PipelineDocument, id: string, descriptors: Descriptors): string {
  const step = findStep(document, id);
  if (step === undefined) return OUT_HANDLE;
  const outputs = branchOutputs(step, descriptors.find(step.action));
  return (outputs.find(({ targets }) => targets.length === 0) ?? outputs[0])?.name ?? OUT_HANDLE;
}

/** Inserts a new step between two connected ones. */
export function insertOnEdge(
  document: PipelineDocument,
  edge: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'branch'>,
  step: Omit<NewStep, 'after'>,
  descriptors: Descriptors,
): PipelineDocument {
  const after = { id: edge.from, handle: handleOf(edge) };
  return insertStepOnEdge(addStep(document, { ...step, after }, descriptors), edge, step.id, descriptors);
}

/**
 * Inserts a step of the document between two connected ones: the edge to the second step leads to the inserted one,
 * which leads to the second.
 */
export function insertStepOnEdge(
  document: PipelineDocument,
  edge: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'branch'>,
  id: string,
  descriptors: Descriptors,
): PipelineDocument {
  const step = findStep(document, id);
  if (step === undefined || id === edge.from || id === edge.to) return document;
  const descriptor = descriptors.find(step.action);
  const before = { from: edge.from, handle: handleOf(edge), to: id };
  const connected = connect(document, before, descriptors);
  if (descriptor?.terminal) return connected;
  const [branch] = branchOutputs(step, descriptor);
  if (edge.kind === 'depends_on' && branch === undefined) return replaceDependency(connected, edge, id);
  const opened =
    edge.kind === 'branch' || edge.kind === 'depends_on'
      ? disconnect(connected, edge, descriptors)
      : connected;
  return connect(opened, { from: id, handle: branch?.name ?? OUT_HANDLE, to: edge.to }, descriptors);
}

/** The handle of the first step where an edge begins. */
function handleOf({ kind, branch }: Pick<GraphEdge, 'kind' | 'branch'>): string {
  return kind === 'branch' && branch !== undefined ? branch : OUT_HANDLE;
}

/** Makes `to` run after `next` instead of `from`. */
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

/**
 * Changes the action of a step. All parameters stay as written; those that the new action does not declare become
 * problems.
 */
export function changeAction(document: PipelineDocument, id: string, action: string): PipelineDocument {
  return updateStep(document, id, (step) => setKey(step, 'action', action, STEP_KEYS));
}

/** Disables steps, or enables them when all of them are disabled. */
export function toggleDisabled(document: PipelineDocument, ids: readonly string[]): PipelineDocument {
  const chosen = new Set(ids);
  const allOff = document.steps.every((step) => !chosen.has(step.id) || step.disabled === true);
  let next = document;
  for (const id of ids) {
    next = updateStep(next, id, (step) => setKey(step, 'disabled', allOff ? undefined : true, STEP_KEYS));
  }
  return next;
}
