import { isJsonObject, type Json } from '../../json';
import { checkValue } from '../../pipeline/check-value';
import type { Graph, GraphStep } from '../../pipeline/graph';
import { equalJson } from '../diff/equal-json';
import type { Payload } from '../state/events';
import { payloadValue } from '../state/payload';
import { PENDING_UNIT } from '../state/pending-unit';
import type { GivenSource } from '../state/rerun-request';
import type { UnitState } from '../state/state';

/** An output that takes the place of an execution. */
export interface GivenOutput {
  readonly source: GivenSource;
  readonly output: Payload;
}

/** Given outputs by step. */
export type GivenOutputs = ReadonlyMap<string, GivenOutput>;

type Loaded = ReadonlyMap<string, Json>;

/**
 * A step that ends with a given output. A step with branches takes the branch that the output names.
 * @throws NotLoaded
 */
export function givenUnit(
  { id }: GraphStep,
  graph: Graph,
  { source, output }: GivenOutput,
  loaded: Loaded,
): UnitState {
  const branches = graph.edges.filter(({ from, kind }) => from === id && kind === 'branch');
  const unit: UnitState = { ...PENDING_UNIT, status: 'completed', given: source, output };
  if (branches.length === 0) return unit;
  const taken = branchNamed(payloadValue(output, loaded)) ?? '';
  const reached = new Set(branches.flatMap(({ branch, to }) => (branch === taken ? [to] : [])));
  const notTaken = [...new Set(branches.map(({ to }) => to))].filter((to) => !reached.has(to));
  return { ...unit, branch: { taken, notTaken } };
}

/** Why a given output cannot take the place of that of a step, as a sentence. @throws NotLoaded */
export function givenProblem(
  { id, descriptor }: GraphStep,
  graph: Graph,
  { source, output }: GivenOutput,
  loaded: Loaded,
): string | undefined {
  const isBranching = graph.edges.some(({ from, kind }) => from === id && kind === 'branch');
  // Of a typed output only the fields that are read were asked for.
  if (source === 'entered' && !isBranching) return undefined;
  const value = payloadValue(output, loaded);
  if (isBranching && branchNamed(value) === undefined)
    return `The ${source} output of ${id} does not name a branch. Add "branch" to it, such as "true".`;
  if (source === 'entered') return undefined;
  const [problem] = descriptor ? checkValue(descriptor.output, value, `output of ${id}`) : [];
  return problem && `The pinned ${problem.message} Edit the pin, or remove it.`;
}

/** Whether steps that read a given output may have other inputs than those that read the recorded one. */
export function differs(given: Payload, recorded: Payload | undefined): boolean {
  if (recorded === undefined) return true;
  if ('ref' in given || 'ref' in recorded)
    return !('ref' in given && 'ref' in recorded && given.ref === recorded.ref);
  return !equalJson(given.value, recorded.value);
}

function branchNamed(output: Json): string | undefined {
  return isJsonObject(output) && typeof output.branch === 'string' ? output.branch : undefined;
}
