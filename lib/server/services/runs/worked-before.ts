import { equalPayloads, findUnit, foldEvents, type Payload, type RunState, type UnitAddress } from '@/engine';
import { eventsAround, runsWithIteration } from '../../store/completed-iterations';
import type { ServiceContext } from '../context';
import { type StoredRun, storedRun } from './diff';
import { getRun } from './get';
import { runsBefore } from './history-figures';
import { stateOfIteration } from './iterations';

/** A step, or one iteration of it, as one run executed it. */
export interface Execution {
  readonly run: StoredRun;
  readonly at: UnitAddress;
  /** In which it is found: that of the run, or of a chunk of it. */
  readonly state: RunState;
}

/** Earlier runs in which a completion of a step is looked for. */
const MAX_RUNS = 1000;

/** Earlier runs in which a completion of an iteration is looked for: it is in their journals, not in their digests. */
const MAX_RUNS_OF_ITERATIONS = 200;

/** Runs whose journals are searched in one statement. */
const BATCH = 50;

/** Where a step or an iteration last completed, by its own execution; undefined when it never did. */
export async function workedBefore(
  ctx: ServiceContext,
  execution: Execution,
): Promise<Execution | undefined> {
  const { at } = execution;
  if (at.iteration.length > 0)
    return (await earlierIteration(ctx, execution)) ?? (await besideIteration(ctx, execution));
  const id = await runOfStep(ctx, execution);
  if (id === undefined) return undefined;
  const run = await storedRun(ctx, await getRun(ctx, { id }));
  return { run, at, state: run.state };
}

async function runOfStep(ctx: ServiceContext, { run, at }: Execution): Promise<string | undefined> {
  const runs = await runsBefore(ctx, run.detail, MAX_RUNS);
  const found = runs.find(({ steps }) =>
    steps.some((each) => each.step === at.step && each.status === 'completed' && each.reused !== true),
  );
  return found?.id;
}

/** The newest run in which the iteration with the same index and the same item completed. */
async function earlierIteration(ctx: ServiceContext, now: Execution): Promise<Execution | undefined> {
  const { at } = now;
  const runs = await runsBefore(ctx, now.run.detail, MAX_RUNS_OF_ITERATIONS);
  const items = itemsOf(now.state, at);
  const ids = runs.flatMap(({ id, steps }) =>
    steps.some((each) => each.step === at.step && each.reused !== true) ? [id] : [],
  );
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const completed = await runsWithIteration(ctx.sql, batch, at);
    for (const id of batch) {
      if (!completed.has(id)) continue;
      const around = foldEvents(await eventsAround(ctx.sql, id, at));
      const state = await stateOfIteration(ctx, { run: { id, state: around }, at, of: 'one' });
      if (!isExecuted(state, at) || !isSameItems(itemsOf(state, at), items)) continue;
      return { run: await storedRun(ctx, await getRun(ctx, { id })), at, state };
    }
  }
  return undefined;
}

/** The nearest completed iteration of the same run; of a loop in chunks, the nearest of its chunk. */
async function besideIteration(ctx: ServiceContext, now: Execution): Promise<Execution | undefined> {
  const { run, at } = now;
  const isNested = at.iteration.length > 1;
  const state = isNested
    ? now.state
    : await stateOfIteration(ctx, { run: { id: run.detail.id, state: run.state }, at, of: 'chunk' });
  const beside = besideIn(state, at);
  return beside && { run, at: beside, state };
}

/** Whether the run itself executed the unit, and it completed without an output that a person entered. */
function isExecuted(state: RunState, at: UnitAddress): boolean {
  const unit = findUnit(state, at);
  return unit?.status === 'completed' && unit.reusedFrom === undefined && unit.given === undefined;
}

/** The item of an iteration and those of the iterations around it, outermost loop first; undefined where not known. */
function itemsOf(state: RunState, { step, iteration }: UnitAddress): (Payload | undefined)[] {
  return iteration.map((index, depth) => {
    const loop = findUnit(state, { step, iteration: iteration.slice(0, depth) })?.iterations;
    return loop?.items[index - loop.first];
  });
}

function isSameItems(
  left: readonly (Payload | undefined)[],
  right: readonly (Payload | undefined)[],
): boolean {
  return left.every((item, depth) => {
    const other = right[depth];
    return item === undefined || other === undefined || equalPayloads(item, other);
  });
}

/** The nearest completed iteration of the same loop, the earlier one of two; undefined without one. */
function besideIn(state: RunState, { step, iteration }: UnitAddress): UnitAddress | undefined {
  const index = iteration.at(-1);
  const outer = iteration.slice(0, -1);
  const loop = findUnit(state, { step, iteration: outer })?.iterations;
  if (index === undefined || !loop) return undefined;
  const completed = [...loop.units].flatMap(([other, { status, given }]) =>
    other !== index && status === 'completed' && given === undefined ? [other] : [],
  );
  const [nearest] = completed.sort(
    (left, right) => Math.abs(left - index) - Math.abs(right - index) || left - right,
  );
  return nearest === undefined ? undefined : { step, iteration: [...outer, nearest] };
}
