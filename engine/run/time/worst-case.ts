import type { Descriptors } from '../../catalogue';
import type { Graph, GraphStep } from '../../pipeline/graph';
import { stepLimit } from './step-limit';

/** The longest time that a step can take. */
export interface StepWorstCase {
  readonly step: string;
  /** From its start to its end: attempts, each to its timeout, and the delays between them. Undefined without a limit. */
  readonly seconds: number | undefined;
  /** Latest start, when every step before it takes its longest; undefined after a step without a limit. */
  readonly startsAfter: number | undefined;
  /** Whether the run would end earlier in the worst case if this step were shorter. */
  readonly isOnPath: boolean;
}

/** The longest time that a run can take, with a slot for every step that is ready. */
export interface WorstCase {
  /** In topological order. */
  readonly steps: readonly StepWorstCase[];
  /** The steps that decide it, the first first. */
  readonly path: readonly string[];
  /** The longest path; undefined when a step has no limit. */
  readonly seconds: number | undefined;
  /** Steps without a limit. */
  readonly unlimited: readonly string[];
  /** The time limit of the run, after which only handlers run; undefined without one. */
  readonly limitSeconds: number | undefined;
  /** The earlier of the path and the limit; undefined when there is neither. */
  readonly totalSeconds: number | undefined;
}

interface Reached {
  readonly seconds: number | undefined;
  readonly start: number | undefined;
  /** The longest known time to its end: without a limit, the part that is known. */
  readonly end: number;
  /** The step before it that ends last. */
  readonly after: string | undefined;
}

/** The worst case of a pipeline, from timeouts, attempts and backoff. Pure: no run is needed. */
export function worstCaseOf(graph: Graph, descriptors: Descriptors): WorstCase {
  const reached = new Map<string, Reached>();
  for (const id of graph.order) {
    const node = graph.steps.get(id);
    if (node) reached.set(id, reach(node, reached, descriptors));
  }
  const path = pathTo(lastOf(reached), reached);
  const unlimited = [...reached].flatMap(([id, { seconds }]) => (seconds === undefined ? [id] : []));
  const ends = [...reached.values()].map(({ end }) => end);
  const seconds = unlimited.length > 0 ? undefined : Math.max(0, ...ends);
  const limitSeconds = positive(graph.pipeline.settings.timeout_seconds);
  return {
    steps: [...reached].map(([step, { seconds: own, start }]) => ({
      step,
      seconds: own,
      startsAfter: start,
      isOnPath: path.includes(step),
    })),
    ...{ path, seconds, unlimited, limitSeconds },
    totalSeconds: earlier(seconds, limitSeconds),
  };
}

function reach(node: GraphStep, reached: ReadonlyMap<string, Reached>, descriptors: Descriptors): Reached {
  const seconds = node.step.disabled ? 0 : stepLimit(node, descriptors);
  const before = node.upstream.flatMap((id) => {
    const found = reached.get(id);
    return found ? [{ id, ...found }] : [];
  });
  const last = before.reduce<(typeof before)[number] | undefined>(
    (best, each) => (best === undefined || each.end > best.end ? each : best),
    undefined,
  );
  const isKnown = before.every((each) => each.start !== undefined && each.seconds !== undefined);
  const from = last?.end ?? 0;
  return { seconds, start: isKnown ? from : undefined, end: from + (seconds ?? 0), after: last?.id };
}

function lastOf(reached: ReadonlyMap<string, Reached>): string | undefined {
  let last: { id: string; end: number } | undefined;
  for (const [id, { end }] of reached) if (last === undefined || end > last.end) last = { id, end };
  return last?.id;
}

/** Steps on a cycle come last in the order, so that the walk ends. */
function pathTo(last: string | undefined, reached: ReadonlyMap<string, Reached>): string[] {
  const path: string[] = [];
  for (let at = last; at !== undefined && !path.includes(at); at = reached.get(at)?.after) path.unshift(at);
  return path.filter((id) => reached.get(id)?.seconds !== 0);
}

function earlier(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}

function positive(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
