import type { Descriptors, GraphEdge, PipelineDocument, StepDocument } from '@/engine';
import { authorSpelling, branchOutputs, mapBranchTargets, setBranchTargets, sourceFields } from '../branches';
import { findStep, updateStep } from '../document';
import { STEP_KEYS, setKey } from '../keys';

/** An edge: from a handle of one card to another card. `out` is the ordinary handle, others are branch names. */
export interface Connection {
  readonly from: string;
  readonly handle: string;
  readonly to: string;
}

/** The handle for "runs after". */
export const OUT_HANDLE = 'out';

/** Adds an edge: `depends_on` of the target, or a target of the source's branch. */
export function connect(
  document: PipelineDocument,
  connection: Connection,
  descriptors: Descriptors,
): PipelineDocument {
  const { from, handle, to } = connection;
  if (handle === OUT_HANDLE) {
    return updateStep(document, to, (step) => withDependencies(step, [...(step.depends_on ?? []), from]));
  }
  return updateStep(document, from, (step) => {
    const descriptor = descriptors.find(step.action);
    const output = branchOutputs(step, descriptor).find(({ name }) => name === handle);
    const targets = output?.targets ?? [];
    return targets.includes(to) ? step : setBranchTargets(step, descriptor, handle, [...targets, to]);
  });
}

/** Why an edge cannot be added, as a sentence; undefined when it can. */
export function refuseConnection(
  document: PipelineDocument,
  connection: Connection,
  descriptors: Descriptors,
): string | undefined {
  const source = findStep(document, connection.from);
  const target = findStep(document, connection.to);
  if (source === undefined || target === undefined) return 'One end of the edge is not a step.';
  if (source.id === target.id) return 'A step cannot depend on itself.';
  const descriptor = descriptors.find(source.action);
  if (descriptor?.terminal) return `No step can follow ${source.id}, because it ends the run.`;
  if (connection.handle === OUT_HANDLE) {
    if (target.depends_on?.includes(source.id)) return `${target.id} already runs after ${source.id}.`;
    return undefined;
  }
  const output = branchOutputs(source, descriptor).find(({ name }) => name === connection.handle);
  if (output === undefined) return `${source.id} has no branch “${connection.handle}”.`;
  if (output.targets.includes(target.id)) return `${target.id} is already a target of “${output.label}”.`;
  return undefined;
}

/** Removes an edge. Edges that follow from references stay: check `refuseDisconnect` first. */
export function disconnect(
  document: PipelineDocument,
  edge: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'branch'>,
  descriptors: Descriptors,
): PipelineDocument {
  switch (edge.kind) {
    case 'depends_on':
      return updateStep(document, edge.to, (step) =>
        withDependencies(
          step,
          (step.depends_on ?? []).filter((id) => id !== edge.from),
        ),
      );
    case 'branch':
      return updateStep(document, edge.from, (step) => {
        const descriptor = descriptors.find(step.action);
        const output = branchOutputs(step, descriptor).find(({ name }) => name === edge.branch);
        if (output === undefined) return step;
        const rest = output.targets.filter((id) => id !== edge.to);
        return setBranchTargets(step, descriptor, output.name, rest);
      });
    case 'source':
      return updateStep(document, edge.to, (step) =>
        mapSources(step, descriptors, (ids) => ids.filter((id) => id !== edge.from)),
      );
    case 'reference':
    case 'handler':
      return document;
  }
}

/** Why an edge cannot be deleted on its own, as a sentence; undefined when it can. */
export function refuseDisconnect(edge: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'path'>): string | undefined {
  if (edge.kind === 'reference') {
    return `${edge.to} reads ${edge.from} in ${edge.path}. Change that value to remove the edge.`;
  }
  if (edge.kind === 'handler') {
    return `The condition of ${edge.to} reads the status of ${edge.from}. Change the condition to remove the edge.`;
  }
  return undefined;
}

/** The step with these dependencies, each once; without any, the key is removed. */
export function withDependencies(step: StepDocument, ids: readonly string[]): StepDocument {
  const unique = [...new Set(ids)];
  const old = step.depends_on ?? [];
  if (unique.length === old.length && unique.every((id, index) => id === old[index])) return step;
  return setKey(step, 'depends_on', unique.length === 0 ? undefined : unique, STEP_KEYS);
}

/** The step with `change` applied to its lists of sources. */
export function mapSources(
  step: StepDocument,
  descriptors: Descriptors,
  change: (ids: readonly string[]) => readonly string[],
): StepDocument {
  const descriptor = descriptors.find(step.action);
  let next = step;
  for (const param of sourceFields(descriptor)) {
    const name = authorSpelling(step, descriptor, param);
    const value = step.params?.[name];
    if (!Array.isArray(value)) continue;
    const ids = value.filter((id) => typeof id === 'string');
    const changed = change(ids);
    if (changed.length === ids.length && changed.every((id, index) => id === ids[index])) continue;
    next = setKey(next, 'params', setKey(next.params ?? {}, name, [...changed]), STEP_KEYS);
  }
  return next;
}

/** The step with `change` applied to every place that names other steps outside expressions. */
export function mapNamedSteps(
  step: StepDocument,
  descriptors: Descriptors,
  change: (ids: readonly string[]) => readonly string[],
): StepDocument {
  const ordered = step.depends_on === undefined ? step : withDependencies(step, change(step.depends_on));
  const branched = mapBranchTargets(ordered, descriptors.find(step.action), change);
  return mapSources(branched, descriptors, change);
}
