import type { Json } from '../../json';
import type { Graph, GraphStep } from '../../pipeline/graph';
import { judge, type StepDecision } from '../schedule/plan';
import { emptyRunState } from '../state/fold';
import { NotLoaded } from '../state/payload';
import { PENDING_UNIT } from '../state/pending-unit';
import { runScope } from '../state/scope';
import type { RunState, UnitState } from '../state/state';

/** Thrown when an expression reads what only the re-run will know. */
export class Undetermined extends NotLoaded {
  /** The step that it reads; undefined for the instant, the id or a signal of the run. */
  readonly step: string | undefined;

  constructor(step?: string) {
    super('', 0);
    this.step = step;
  }
}

/** What the planner will decide about a step, as far as it is known. */
export type Prediction = StepDecision | { readonly do: 'unknown'; readonly detail: string | undefined };

/** A step that executes. It leads to all of its branches: which one it takes is unknown. */
const EXECUTING: UnitState = { ...PENDING_UNIT, status: 'completed', branch: { taken: '', notTaken: [] } };
const SKIPPED: UnitState = { ...PENDING_UNIT, status: 'skipped' };

interface PredictedRunOptions {
  readonly params: RunState['params'];
  readonly original: RunState;
  readonly now: Date;
  readonly request: RunState['rerun'];
}

/** A re-run before it starts. Steps that execute are taken to complete, with an unknown output. */
export class PredictedRun {
  readonly #graph: Graph;
  readonly #state: RunState;
  readonly #now: Date;
  /** Steps that execute, or may. */
  readonly #open = new Map<string, 'execute' | 'unknown'>();

  constructor(graph: Graph, options: PredictedRunOptions) {
    const { params, original, now, request } = options;
    this.#graph = graph;
    this.#now = now;
    const { pipelineId, loaded } = original;
    this.#state = { ...emptyRunState(), pipelineId, params, loaded, rerun: request };
  }

  /** A step that ends with a known result. */
  settle(id: string, unit: UnitState): void {
    this.#state.steps.set(id, unit);
  }

  /** How a step ends; undefined for one that executes, or may. */
  settled(id: string): UnitState | undefined {
    return this.#open.has(id) ? undefined : this.#state.steps.get(id);
  }

  /** A step that executes, or may execute. */
  open(id: string, how: 'execute' | 'unknown'): void {
    this.#open.set(id, how);
  }

  /** The first step before this one that executes or may. */
  openBefore({ upstream }: GraphStep): string | undefined {
    return upstream.find((id) => this.#open.has(id));
  }

  /** What the planner decides: certain when it is the same whether or not the uncertain steps before it run. */
  decide(node: GraphStep): Prediction {
    const without = this.#judge(node, SKIPPED);
    const undecided = node.branches.find(({ from }) => this.#open.has(from));
    if (without.do === 'start' && undecided) return { do: 'unknown', detail: undecided.from };
    if (without.do !== 'skip') return without;
    const withThem = this.#judge(node, EXECUTING);
    if (withThem.do === 'skip') return without;
    return { do: 'unknown', detail: node.upstream.find((id) => this.#open.get(id) === 'unknown') };
  }

  /** Names that a parameter or condition may read. Reading what is unknown throws `Undetermined`. */
  scope(extra: Readonly<Record<string, Json>> = {}) {
    const known = runScope(this.#state, this.#now, extra);
    const unknown = () => {
      throw new Undetermined();
    };
    const names = Object.defineProperties(
      { ...known.names },
      Object.fromEntries(['now', 'execution_id', 'signals'].map((name) => [name, { get: unknown }])),
    );
    return {
      ...known,
      names,
      step: (id: string) => {
        if (this.#open.has(id)) throw new Undetermined(id);
        return known.step(id);
      },
    };
  }

  /** @param uncertain how the steps end that may or may not run */
  #judge(node: GraphStep, uncertain: UnitState): Prediction {
    for (const id of node.upstream) {
      const how = this.#open.get(id);
      if (how) this.#state.steps.set(id, how === 'execute' ? EXECUTING : uncertain);
    }
    try {
      return judge(this.#graph, this.#state, node.id, this.scope());
    } catch (error) {
      if (error instanceof Undetermined) return { do: 'unknown', detail: error.step };
      throw error;
    }
  }
}
