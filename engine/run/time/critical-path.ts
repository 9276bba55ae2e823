import type { Graph } from '../../pipeline/graph';

/** When steps ended, and what they ran after. */
export interface PathInput {
  readonly graph: Pick<Graph, 'steps'>;
  /** ms since 1970; undefined for steps that have neither started nor ended. */
  readonly ends: ReadonlyMap<string, number | undefined>;
  readonly rows: readonly { readonly step: string; readonly spans: readonly unknown[] }[];
}

/**
 * The steps that decided when the run ended, the first first: from the step that ended last, back along the dependency
 * that ended last. Steps that were skipped or reused take no time and are left out.
 */
export function criticalPath({ graph, ends, rows }: PathInput): string[] {
  const executed = new Set(rows.filter(({ spans }) => spans.length > 0).map(({ step }) => step));
  const path: string[] = [];
  const seen = new Set<string>();
  let step = latest([...executed], ends);
  // A pipeline without cycles ends the search; a journal of an older version may name steps that have one.
  while (step !== undefined && !seen.has(step)) {
    seen.add(step);
    if (executed.has(step)) path.unshift(step);
    step = latest(graph.steps.get(step)?.upstream ?? [], ends);
  }
  return path;
}

/** The step that ended last. Of those that ended in the same millisecond the last one, which may have run after the others. */
function latest(steps: readonly string[], ends: ReadonlyMap<string, number | undefined>): string | undefined {
  let best: string | undefined;
  let bestEnd = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    const end = ends.get(step);
    if (end === undefined || end < bestEnd) continue;
    best = step;
    bestEnd = end;
  }
  return best;
}
