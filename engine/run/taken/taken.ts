import type { Graph } from '../../pipeline/graph';
import { passage, type UnitPassage } from './passage';

/** Which parts of a pipeline a run took. */
export interface Taken {
  /** Ids of edges of the graph. */
  readonly edges: readonly string[];
  /** `step:branch` for every decision. */
  readonly branches: readonly string[];
  /** Steps that were executed, or whose result was taken over. */
  readonly steps: readonly string[];
}

/** How the steps of a run stand: its state, or what was stored of it. */
export interface StepPassages extends Iterable<readonly [step: string, unit: UnitPassage]> {
  get(step: string): UnitPassage | undefined;
}

/** The edges, branches and steps that a run took. */
export function takenIn({ edges, steps }: Graph, state: { readonly steps: StepPassages }): Taken {
  const unit = (id: string) => state.steps.get(id);
  const passed = edges.filter(({ from, to, branch }) => {
    const how = passage(branch, unit(from), unit(to));
    return how === 'taken' || how === 'active';
  });
  const known = [...state.steps].filter(([id]) => steps.has(id));
  return {
    edges: passed.map(({ id }) => id),
    branches: known.flatMap(([id, { branch }]) => (branch ? [`${id}:${branch.taken}`] : [])),
    steps: known.flatMap(([id, { status }]) => (status === 'completed' || status === 'failed' ? [id] : [])),
  };
}

/** How often each part was taken. Parts that were never taken are absent. */
export interface Coverage {
  /** Number of runs or tests that were counted. */
  readonly of: number;
  readonly edges: Readonly<Record<string, number>>;
  readonly branches: Readonly<Record<string, number>>;
  readonly steps: Readonly<Record<string, number>>;
}

/** Counts what several runs or tests took. */
export function coverageOf(all: readonly Taken[]): Coverage {
  const count = (keys: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return Object.fromEntries(counts);
  };
  return {
    of: all.length,
    edges: count(all.flatMap(({ edges }) => edges)),
    branches: count(all.flatMap(({ branches }) => branches)),
    steps: count(all.flatMap(({ steps }) => steps)),
  };
}
