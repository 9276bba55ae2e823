import type { Descriptors, PipelineDocument, StepDocument } from '@/engine';
import { branchOutputs, mapBranchTargets } from '../branches';
import { selectGraph } from '../derived';
import { findStep, setDocumentKey, updateSteps } from '../document';
import { impliedPairs, pairOf } from '../implied-edges';
import { setKey } from '../keys';
import { mapNamedSteps, mapSources, withDependencies } from './connect';
import { leaveFrames } from './frames';
import { setLayoutKey } from './layout';

export interface RemoveOptions {
  /** Connects the upstream steps of a removed step to its downstream steps. */
  readonly reconnect?: boolean;
}

/**
 * Removes steps with every edge to them. References in expressions stay as written: they become problems that name
 * the missing step, because only the author knows what to read instead.
 */
export function removeSteps(
  document: PipelineDocument,
  ids: readonly string[],
  descriptors: Descriptors,
  options: RemoveOptions = {},
): PipelineDocument {
  const joined = options.reconnect
    ? ids.reduce((current, id) => bridge(current, id, descriptors), document)
    : document;
  const gone = new Set(ids);
  const kept = joined.steps.filter((step) => !gone.has(step.id));
  if (kept.length === joined.steps.length) return document;
  const unnamed = updateSteps(setDocumentKey(joined, 'steps', kept), (step) =>
    mapNamedSteps(step, descriptors, (list) =>
      list.some((id) => gone.has(id)) ? list.filter((id) => !gone.has(id)) : list,
    ),
  );
  const without = leaveFrames(unnamed, gone);
  const positions = without.layout?.steps;
  if (positions === undefined) return without;
  let rest = positions;
  for (const id of ids) rest = setKey(rest, id, undefined);
  if (rest === positions) return without;
  return setLayoutKey(without, 'steps', Object.keys(rest).length === 0 ? undefined : rest);
}

/**
 * Connects the neighbours of a step to each other: those it runs after and before, in `depends_on` or only because a
 * value is read.
 */
function bridge(document: PipelineDocument, id: string, descriptors: Descriptors): PipelineDocument {
  const step = findStep(document, id);
  if (step === undefined) return document;
  const read = readingNeighbours(document, id, descriptors);
  const before = [...new Set([...(step.depends_on ?? []), ...read.before])];
  const branches = branchOutputs(step, descriptors.find(step.action)).flatMap(({ targets }) => targets);
  const after = document.steps.filter((other) => other.depends_on?.includes(id)).map((other) => other.id);
  const next = [...new Set([...after, ...branches, ...read.after])].filter((other) => other !== id);
  const follows = new Set(next);
  return updateSteps(document, (other) => {
    if (other.id === id) return other;
    const ordered = follows.has(other.id) ? withDependencies(other, replaced(other, id, before)) : other;
    const branched = mapBranchTargets(ordered, descriptors.find(other.action), (targets) =>
      targets.includes(id) ? spliced(targets, id, next) : targets,
    );
    return mapSources(branched, descriptors, (sources) =>
      sources.includes(id) ? spliced(sources, id, before) : sources,
    );
  });
}

/** Steps that a step reads and that read it, where no longer path orders the pair. */
function readingNeighbours(document: PipelineDocument, id: string, descriptors: Descriptors) {
  const graph = selectGraph(document, descriptors);
  const implied = impliedPairs(graph);
  const edges = graph.edges.filter((edge) => edge.kind === 'reference' && !implied.has(pairOf(edge)));
  return {
    before: edges.flatMap(({ from, to }) => (to === id && from !== id ? [from] : [])),
    after: edges.flatMap(({ from, to }) => (from === id && to !== id ? [to] : [])),
  };
}

function replaced(step: StepDocument, id: string, before: readonly string[]): string[] {
  const own = step.depends_on ?? [];
  const list = own.includes(id) ? spliced(own, id, before) : [...own, ...before];
  return list.filter((other) => other !== step.id);
}

function spliced(list: readonly string[], id: string, instead: readonly string[]): string[] {
  return [...new Set(list.flatMap((entry) => (entry === id ? instead : [entry])))];
}
