import type { Catalogue, Descriptors } from '../../catalogue';
import type { Reference } from '../../expression';
import { isJsonObject, type Json, ownProperty } from '../../json';
import type { Graph, GraphStep } from '../../pipeline/graph';
import { namedSteps, writtenReferences } from '../../pipeline/written-references';
import { isTerminal } from '../state/fold-unit';
import { payloadValue } from '../state/payload';
import type { RunState, UnitState } from '../state/state';
import { referenceName } from './entered';
import type { PlannedStep } from './rerun-plan';

/** The steps whose results a step reads, other than to run after them. */
export function readBy({ step, descriptor }: GraphStep, descriptors: Descriptors): ReadonlySet<string> {
  const read = writtenReferences(step, descriptors).flatMap(({ reference }) => reference.step ?? []);
  const sources = namedSteps(step, descriptor).flatMap((named) =>
    named.kind === 'source' ? named.steps : [],
  );
  return new Set([...read, ...sources]);
}

/** What is known before the run. */
interface Known {
  readonly params: RunState['params'];
  readonly original: Pick<RunState, 'loaded'>;
  readonly catalogue: Pick<Catalogue, 'descriptors'>;
  /** How a step ends without being executed; undefined for any other. */
  unit(id: string): UnitState | undefined;
}

/** The references that the steps to execute read and that will have no value. @throws NotLoaded */
export function missingValues(graph: Graph, steps: readonly PlannedStep[], known: Known): string[] {
  const names = steps.flatMap(({ step, do: what }) => {
    const node = graph.steps.get(step);
    return node && (what === 'execute' || what === 'unknown') ? missingOf(node, known) : [];
  });
  const all = new Set(names);
  // A value that is entered as a whole has its fields too.
  return [...all].filter((name) => ![...all].some((other) => other !== name && isBelow(name, other)));
}

function isBelow(name: string, other: string): boolean {
  return name.startsWith(`${other}.`) || name.startsWith(`${other}[`);
}

function missingOf(node: GraphStep, known: Known): string[] {
  const { step, descriptor } = node;
  const written = writtenReferences(step, known.catalogue.descriptors).flatMap(({ reference }) =>
    !reference.guarded && isMissing(reference, known) ? [nameOf(reference)] : [],
  );
  const sources = namedSteps(step, descriptor)
    .flatMap((named) => (named.kind === 'source' ? named.steps : []))
    .filter((id) => isOutputMissing(id, [], known));
  return [...written, ...sources.map((id) => `steps.${id}.output`)];
}

function nameOf(reference: Reference): string {
  if (reference.root !== 'params') return referenceName(reference);
  // A param is entered as a whole.
  return referenceName({ ...reference, path: reference.path.slice(0, 1) });
}

function isMissing({ root, step, aspect = 'output', path }: Reference, known: Known): boolean {
  if (step !== undefined) return aspect === 'output' && isOutputMissing(step, path, known);
  const [name] = path;
  return root === 'params' && typeof name === 'string' && ownProperty(known.params, name) === undefined;
}

function isOutputMissing(step: string, path: Reference['path'], known: Known): boolean {
  const unit = known.unit(step);
  if (unit === undefined || !isTerminal(unit.status)) return false;
  if (unit.output === undefined) return unit.status === 'skipped' && unit.skip?.reason === 'not_selected';
  if (unit.given !== 'entered') return false;
  return valueAt(payloadValue(unit.output, known.original.loaded), path) === undefined;
}

function valueAt(value: Json, path: Reference['path']): Json | undefined {
  return path.reduce<Json | undefined>((at, part) => {
    if (typeof part === 'number') return Array.isArray(at) ? at[part] : undefined;
    return at !== undefined && isJsonObject(at) ? ownProperty(at, part) : undefined;
  }, value);
}
