import fc from 'fast-check';
import { ActionError } from '../errors';
import { isJsonObject, type Json } from '../json';
import { buildGraph, type Graph } from '../pipeline/graph';
import { normalize } from '../pipeline/normalize';
import type { PipelineDocument, StepDocument } from '../pipeline/schema';
import type { RerunChoice } from '../run/rerun/choice';
import { planRerun } from '../run/rerun/plan-rerun';
import { requestOf } from '../run/rerun/request';
import type { RerunPlan } from '../run/rerun/rerun-plan';
import { reuseEvents } from '../run/rerun/reuse-events';
import type { RunEvent } from '../run/state/events';
import { foldEvents } from '../run/state/fold';
import { RERUN_SCOPES } from '../run/state/rerun-request';
import type { RunState } from '../run/state/state';
import { memoryClock } from './fakes';
import { type ProbeCall, probes } from './probes';
import { idAt, randomPipeline, randomSteps } from './random-pipelines';
import { createdEvent, memoryJournal, runPipeline } from './run-pipeline';

type Params = Record<string, Json>;

/** A run, and how it is repeated. */
export interface RandomRerun {
  readonly before: PipelineDocument;
  readonly after: PipelineDocument;
  readonly params: Params;
  readonly nextParams: Params;
  readonly choice: RerunChoice;
}

/** A finished run with the effects that it performed. */
export interface FinishedRun {
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  readonly calls: readonly ProbeCall[];
}

const loops = fc.array(
  fc.record({
    reads: fc.nat(),
    items: fc.integer({ min: 0, max: 4 }),
    failing: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 1 }),
    collects: fc.boolean(),
    isRead: fc.boolean(),
  }),
  { maxLength: 2 },
);

/** What differs in the definition of the re-run. */
const change = fc.option(
  fc.record({ step: fc.nat(), kind: fc.constantFrom('input', 'disable', 'condition', 'add') }),
  { nil: undefined, freq: 2 },
);

/** Random pipelines with loops, branches, retries and failures, and a choice of steps. */
export const randomReruns: fc.Arbitrary<RandomRerun> = fc
  .record({
    steps: randomSteps(8),
    loops,
    reading: fc.array(fc.nat(), { maxLength: 3 }),
    isOtherParam: fc.boolean(),
    change,
    scope: fc.constantFrom(...RERUN_SCOPES),
    step: fc.nat(),
  })
  .map(({ steps, loops: drawn, reading, isOtherParam, change: changed, scope, step }) => {
    const random = randomPipeline(steps);
    const reads = new Set(reading.map((n) => n % steps.length));
    const written = random.steps.map((each, index) => (reads.has(index) ? readingParam(each) : each));
    const extra = drawn.flatMap((loop, index) => writeLoop(loop, index, steps.length));
    const before = { ...random, params: { a: { type: 'integer' as const } }, steps: [...written, ...extra] };
    const named = scope === 'from' || scope === 'only' || scope === 'up_to';
    const id = before.steps[step % before.steps.length]?.id ?? '';
    return {
      before,
      after: changed ? applyChange(before, changed) : before,
      params: { a: 1 },
      nextParams: { a: isOtherParam ? 2 : 1 },
      choice: { scope, ...(named ? { step: id } : {}) },
    };
  });

function readingParam(step: StepDocument): StepDocument {
  const { input } = step.params ?? {};
  if (!isJsonObject(input ?? null)) return step;
  return { ...step, params: { ...step.params, input: { ...asObject(input), a: '{{params.a}}' } } };
}

function asObject(value: Json | undefined) {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function writeLoop(
  loop: typeof loops extends fc.Arbitrary<(infer L)[]> ? L : never,
  index: number,
  count: number,
): StepDocument[] {
  const each: StepDocument = {
    id: `each${index}`,
    action: 'loop',
    params: {
      items: Array.from({ length: loop.items }, (_, item) => item),
      action: 'send',
      action_params: {
        input: {
          item: '{{item}}',
          failing: loop.failing ?? null,
          reads: `{{default(steps.${idAt(loop.reads % count)}.output, null)}}`,
        },
      },
      on_item_failure: loop.collects ? 'continue' : 'fail',
    },
  };
  const reader: StepDocument = {
    id: `read${index}`,
    action: 'read',
    params: { input: { reads: `{{default(steps.each${index}.output.results, null)}}` } },
  };
  return loop.isRead ? [each, reader] : [each];
}

function applyChange(
  before: PipelineDocument,
  { step, kind }: { step: number; kind: string },
): PipelineDocument {
  if (kind === 'add') {
    const added = { id: 'added', action: 'read', params: { input: 'new' }, depends_on: ['s0'] };
    return { ...before, steps: [...before.steps, added] };
  }
  const at = step % before.steps.length;
  const steps = before.steps.map((each, index) => (index === at ? changedStep(each, kind) : each));
  return { ...before, steps };
}

function changedStep(step: StepDocument, kind: string): StepDocument {
  if (kind === 'disable') return { ...step, disabled: step.disabled !== true };
  if (kind === 'condition') return { ...step, condition: 'params.a == 1' };
  const { input } = step.params ?? {};
  if (!isJsonObject(input ?? null)) return { ...step, disabled: step.disabled !== true };
  return { ...step, params: { ...step.params, input: { ...asObject(input), note: 'changed' } } };
}

/** One catalogue for all runs: describing its actions takes longer than a run. */
const world = { fixed: false };
const shared = probes((call) => answer(call, world.fixed));

/** Runs one pipeline after another in the shared catalogue. */
async function perform(
  fixed: boolean,
  run: Pick<Parameters<typeof runPipeline>[0], 'document' | 'params' | 'journal' | 'clock'>,
): Promise<FinishedRun> {
  world.fixed = fixed;
  shared.calls.length = 0;
  const { state, journal } = await runPipeline({ ...run, catalogue: shared.catalogue });
  return { state, events: journal.events, calls: [...shared.calls] };
}

/** A world whose answers depend on the input alone. @param fixed whether nothing fails in it */
function answer({ input, ctx }: ProbeCall, fixed: boolean): Json {
  const { fails = 0, failing = null, item = null, ...rest } = asObject(input);
  const isDue = failing !== null && failing === item;
  if (!fixed && (isDue || ctx.step.attempt <= Number(fails)))
    throw new ActionError('connection_error', 'As told.');
  return { given: { item, ...rest } };
}

/** Executes a whole run. */
export async function wholeRun(
  document: PipelineDocument,
  params: Params,
  fixed = false,
): Promise<FinishedRun> {
  return perform(fixed, { document, params });
}

/** The graph of a pipeline of these runs. */
export function graphOf(document: PipelineDocument): Graph {
  const { descriptors } = shared.catalogue;
  return buildGraph(normalize(document, descriptors), descriptors);
}

/** The plan of a re-run. */
export function planOf(rerun: RandomRerun, { state }: FinishedRun): RerunPlan {
  const { catalogue } = shared;
  return planRerun({
    original: state,
    pipeline: normalize(rerun.before, catalogue.descriptors),
    next: normalize(rerun.after, catalogue.descriptors),
    params: rerun.nextParams,
    choice: rerun.choice,
    catalogue,
    now: new Date('2026-01-02T00:00:00Z'),
  });
}

/** Executes a planned re-run. */
export async function rerunAs(
  rerun: RandomRerun,
  plan: RerunPlan,
  original: FinishedRun,
  fixed: boolean,
): Promise<FinishedRun> {
  const clock = memoryClock();
  const created: RunEvent = {
    ...createdEvent(clock, rerun.nextParams),
    ...{ run_id: 'run_2', parent_run_id: 'run_1', rerun: requestOf(rerun.choice) },
  };
  const taken = reuseEvents(plan, foldEvents(original.events), original.events);
  const at = clock.now().toISOString();
  const journal = memoryJournal([created, ...taken.map((body, index) => ({ seq: index + 2, at, ...body }))]);
  return perform(fixed, { document: rerun.after, journal, clock });
}
