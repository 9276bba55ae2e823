import { buildGraph, type Graph, type GraphStep } from '../../pipeline/graph';
import { wasChanged } from '../debug/changed';
import { type PlannedInput, plannedInputs } from '../diff/planned-inputs';
import { isTerminal } from '../state/fold-unit';
import { PENDING_UNIT } from '../state/pending-unit';
import { runScope } from '../state/scope';
import type { StepStatus, UnitState } from '../state/state';
import type { RerunChoice } from './choice';
import { differs, givenUnit } from './given';
import { withInputs } from './inputs';
import { editsOnlyIterations, reusableIterations } from './iterations';
import { ledgerEntry } from './ledger';
import { missingValues } from './missing';
import { PredictedRun } from './predict';
import { problemOf } from './problem';
import { actionReleases, recordedReleases } from './releases';
import { requestOf } from './request';
import type { RerunOptions } from './rerun-options';
import type { PlannedStep, RerunPlan } from './rerun-plan';
import { concernedBy, selectedBy } from './scope-steps';
import { stepKeys } from './step-keys';

/**
 * What a re-run reuses and executes. Pure: it opens no connection, writes nothing and reads no secret. The re-run executes
 * exactly the steps with `execute` whose steps before it complete, and of those with `unknown` the ones that these select.
 * @throws NotLoaded for a large value that a condition reads
 */
export function planRerun(options: RerunOptions): RerunPlan {
  return planBy(new RerunPlanner(options), options);
}

function planBy(planner: RerunPlanner, options: RerunOptions): RerunPlan {
  const steps = planner.graph.order.flatMap((id) => planner.plan(id) ?? []);
  const ledger = steps.flatMap((planned) => planner.effects(planned) ?? []);
  const known = { ...options, unit: (id: string) => planner.unit(id) };
  const missing = options.choice.isTry ? missingValues(planner.graph, steps, known) : [];
  const problem = problemOf(options, planner.graph, { steps, missing });
  return { steps, ledger, missing, ...(problem === undefined ? {} : { problem }) };
}

/** `planRerun`, with the inputs of every step that executes or may, beside those of the run. @throws NotLoaded */
export function planWithInputs(options: RerunOptions): {
  readonly plan: RerunPlan;
  readonly inputs: ReadonlyMap<string, readonly PlannedInput[]>;
} {
  const planner = new RerunPlanner(options);
  const plan = planBy(planner, options);
  const executed = plan.steps.filter(({ do: what }) => what === 'execute' || what === 'unknown');
  return { plan, inputs: new Map(executed.map(({ step }) => [step, planner.inputs(step)])) };
}

class RerunPlanner {
  readonly graph: Graph;
  /** The definition of the run. */
  readonly #ran: Graph;
  readonly #options: RerunOptions;
  readonly #before: ReadonlyMap<string, string>;
  readonly #after: ReadonlyMap<string, string>;
  readonly #run: PredictedRun;
  /** Steps that the choice executes; undefined for those that it leaves to their state. */
  readonly #selected: ReadonlySet<string> | undefined;
  /** Steps that the choice is about; undefined for all. */
  readonly #concerned: ReadonlySet<string> | undefined;
  /** Steps with another output than in the original, without being executed. */
  readonly #replaced = new Set<string>();

  constructor(options: RerunOptions) {
    const { original, pipeline, next = pipeline, params, choice, catalogue, now } = options;
    const { descriptors } = catalogue;
    const before = buildGraph(withInputs(pipeline, original.rerun?.inputs), descriptors);
    this.#ran = before;
    this.graph = buildGraph(withInputs(next, choice.inputs), descriptors);
    this.#options = options;
    this.#before = stepKeys({
      graph: before,
      descriptors,
      params: original.params,
      releases: ({ id }) => recordedReleases(original.steps.get(id)),
    });
    this.#after = this.#keysOf(this.graph);
    this.#run = new PredictedRun(this.graph, { params, original, now, request: requestOf(choice) });
    this.#selected = selectedBy(choice, this.graph, original);
    this.#concerned = concernedBy(choice, this.graph, descriptors);
  }

  /** How a step ends without being executed; undefined for any other. */
  unit(id: string): UnitState | undefined {
    return this.#run.settled(id);
  }

  plan(id: string): PlannedStep | undefined {
    const node = this.graph.steps.get(id);
    if (!node) return undefined;
    const planned = this.#reuse(node) ?? this.#execute(node);
    if (planned.do === 'execute' || planned.do === 'unknown') this.#run.open(id, planned.do);
    return planned;
  }

  /** The parameters of a step as planned, beside those of the run. */
  inputs(id: string): PlannedInput[] {
    const { original } = this.#options;
    const at = new Date(original.startedAt ?? original.createdAt);
    return plannedInputs(
      { node: this.#ran.steps.get(id), scope: runScope(original, at) },
      { node: this.graph.steps.get(id), scope: this.#run.scope() },
    );
  }

  effects({ step: id, do: what, iterations }: PlannedStep) {
    const node = this.graph.steps.get(id);
    if (!node || (what !== 'execute' && what !== 'unknown')) return undefined;
    const unit = this.#original(id);
    const left = iterations && iterations.total - iterations.reused.length;
    const isLoop = node.descriptor?.kind === 'control';
    const known = this.#isUnchanged(id) && !this.#openBefore(node) ? unit.iterations?.total : undefined;
    const isOne = this.#options.choice.step === id && this.#options.choice.iteration !== undefined;
    const count = isLoop && !isOne ? (left ?? known) : 1;
    const repeats = unit.attempts.length > 0;
    const step = { step: node.step, count, repeats, uncertain: what === 'unknown' };
    return ledgerEntry(step, this.#options.catalogue.descriptors, () => this.#run.scope());
  }

  /** The step with the result that the re-run takes over; undefined when it is to execute. */
  #reuse(node: GraphStep): PlannedStep | undefined {
    const { scope } = this.#options.choice;
    const { id } = node;
    if (this.#selected?.has(id)) return undefined;
    const given = this.#give(node);
    if (given || scope === 'everything') return given;
    if (this.#concerned?.has(id) === false) return this.#keepSuccess(node);
    if (scope === 'only') return this.#keep(id);
    if (this.#openBefore(node) !== undefined || !this.#isUnchanged(id)) return undefined;
    if (this.#selected && scope !== 'up_to') return this.#keep(id);
    const unit = this.#original(id);
    if (this.#options.expired?.has(id)) return undefined;
    return isSuccess(unit) ? this.#settled(id, unit, 'unchanged') : undefined;
  }

  #give(node: GraphStep): PlannedStep | undefined {
    const { choice, original } = this.#options;
    const output = choice.given?.get(node.id);
    if (!output) return undefined;
    const unit = givenUnit(node, this.graph, output, original.loaded);
    if (differs(output.output, this.#original(node.id).output)) this.#replaced.add(node.id);
    this.#run.settle(node.id, unit);
    return { step: node.id, do: 'reuse', reason: output.source, given: unit };
  }

  /** A step that is not selected keeps how it ended. */
  #keep(id: string): PlannedStep {
    const debugged = this.#keepChanged(id);
    if (debugged) return debugged;
    const unit = this.#original(id);
    if (unit.status === 'completed' || unit.status === 'failed') return this.#settled(id, unit, 'kept');
    return this.#leaveOut(id, unit.skip && !STOPPED.has(unit.skip.reason) ? unit.skip : undefined);
  }

  /** A step that a person changed during a pause keeps its output, and the plan says so. */
  #keepChanged(id: string): PlannedStep | undefined {
    const unit = this.#options.original.steps.get(id);
    if (unit?.status !== 'completed' || !wasChanged(unit)) return undefined;
    this.#run.settle(id, unit);
    if (unit.given) return { step: id, do: 'reuse', reason: unit.given, given: unit };
    return { step: id, do: 'reuse', reason: 'edited' };
  }

  /** A step that the choice is not about keeps a result that still holds, for the next try, but no failure. */
  #keepSuccess(node: GraphStep): PlannedStep {
    const { id } = node;
    const { scope } = this.#options.choice;
    const holds = scope === 'only' || (this.#isUnchanged(id) && this.#openBefore(node) === undefined);
    const unit = this.#original(id);
    return holds && unit.status === 'completed' ? this.#settled(id, unit, 'kept') : this.#leaveOut(id);
  }

  #leaveOut(id: string, known: UnitState['skip'] = undefined): PlannedStep {
    const skip = known ?? { reason: 'not_selected' as const, detail: undefined };
    this.#run.settle(id, { ...PENDING_UNIT, status: 'skipped', skip });
    const detail = skip.detail === undefined ? {} : { detail: skip.detail };
    return { step: id, do: 'skip', reason: 'skipped', skip: skip.reason, isKept: true, ...detail };
  }

  #settled(id: string, unit: UnitState, reason: 'unchanged' | 'kept'): PlannedStep {
    this.#run.settle(id, unit);
    return { step: id, do: 'reuse', reason, ...(unit.error ? { failure: unit.error } : {}) };
  }

  #execute(node: GraphStep): PlannedStep {
    const { id } = node;
    const prediction = this.#run.decide(node);
    if (prediction.do === 'skip') {
      const { reason: skip, detail } = prediction;
      this.#run.settle(id, { ...PENDING_UNIT, status: 'skipped', skip: { reason: skip, detail } });
      return { step: id, do: 'skip', reason: 'skipped', skip, ...(detail === undefined ? {} : { detail }) };
    }
    if (prediction.do === 'unknown') {
      const { detail } = prediction;
      return { step: id, do: 'unknown', reason: 'depends', ...(detail === undefined ? {} : { detail }) };
    }
    const iterations = this.#iterations(node);
    return { step: id, do: 'execute', ...this.#reason(node), ...(iterations ? { iterations } : {}) };
  }

  #reason(node: GraphStep): Pick<PlannedStep, 'reason' | 'detail'> {
    const { choice, expired, original } = this.#options;
    const { id } = node;
    const open = this.#openBefore(node);
    if (choice.scope === 'everything') return { reason: 'everything' };
    if (choice.step === id) return { reason: 'selected' };
    if (open !== undefined) return { reason: 'after', detail: open };
    if (!this.#before.has(id)) return { reason: 'new_step' };
    if (wasChanged(original.steps.get(id) ?? PENDING_UNIT)) return { reason: 'edited' };
    if (this.#hasNewRelease(node)) return { reason: 'new_release' };
    if (!this.#keepsIterations(id)) return { reason: 'changed' };
    if (expired?.has(id)) return { reason: 'expired' };
    const { status } = original.steps.get(id) ?? PENDING_UNIT;
    return { reason: this.#reasonByStatus(id, status) };
  }

  #reasonByStatus(id: string, status: StepStatus): PlannedStep['reason'] {
    if (status === 'failed') return 'failed';
    return this.#selected?.has(id) ? 'failed_iterations' : 'not_run';
  }

  #iterations(node: GraphStep) {
    const { choice } = this.#options;
    const isWhole = choice.scope === 'everything' || choice.scope === 'only' || choice.step === node.id;
    if (isWhole || !this.#keepsIterations(node.id) || this.#openBefore(node) !== undefined) return undefined;
    return reusableIterations(node, this.#original(node.id));
  }

  /** The first step before this one that may give it another input. */
  #openBefore(node: GraphStep): string | undefined {
    return this.#run.openBefore(node) ?? node.upstream.find((id) => this.#replaced.has(id));
  }

  #keysOf(graph: Graph): ReadonlyMap<string, string> {
    const { params, original, catalogue } = this.#options;
    const { descriptors } = catalogue;
    return stepKeys({
      graph,
      descriptors,
      params,
      releases: (node) => actionReleases(node, original.steps.get(node.id), descriptors),
    });
  }

  /** The keys of the steps with other edits. */
  #keysWith(inputs: RerunChoice['inputs']): ReadonlyMap<string, string> {
    const { pipeline, next = pipeline, catalogue } = this.#options;
    return this.#keysOf(buildGraph(withInputs(next, inputs), catalogue.descriptors));
  }

  #hasNewRelease(node: GraphStep): boolean {
    const unit = this.#options.original.steps.get(node.id);
    const { descriptors } = this.#options.catalogue;
    return String(recordedReleases(unit)) !== String(actionReleases(node, unit, descriptors));
  }

  #isUnchanged(id: string): boolean {
    const key = this.#before.get(id);
    return key !== undefined && key === this.#after.get(id);
  }

  /**
   * Whether iterations of the original keep their results: with the same inputs, or when a person edited what the failed ones
   * receive.
   */
  #keepsIterations(id: string): boolean {
    const { scope, inputs = {} } = this.#options.choice;
    if (this.#isUnchanged(id)) return true;
    const edited = inputs[id];
    if (scope !== 'failed_iterations' || !edited || !editsOnlyIterations(edited)) return false;
    const { [id]: _, ...others } = inputs;
    return this.#before.get(id) === this.#keysWith(others).get(id);
  }

  /** Whether the original executed one iteration of this step only, so that its output is not that of the step. */
  #isPart(id: string): boolean {
    const { rerun } = this.#options.original;
    return rerun?.step === id && rerun.iteration !== undefined;
  }

  #original(id: string): UnitState {
    const unit = this.#options.original.steps.get(id);
    const isOwn = unit && unit.given === undefined && !wasChanged(unit) && !this.#isPart(id);
    return isOwn && isTerminal(unit.status) ? unit : PENDING_UNIT;
  }
}

/** Skips of a run that was stopped: nothing was decided about the step. */
const STOPPED: ReadonlySet<string> = new Set(['run_cancelled', 'pipeline_failed', 'not_selected']);

function isSuccess({ status, tolerated }: UnitState): boolean {
  return status === 'completed' || (status === 'failed' && tolerated);
}
