import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Graph } from '../../pipeline/graph';
import {
  type FinishedRun,
  graphOf,
  planOf,
  randomReruns,
  rerunAs,
  wholeRun,
} from '../../testing/random-reruns';
import { PENDING_UNIT } from '../state/pending-unit';
import type { RunState } from '../state/state';
import type { RerunPlan } from './rerun-plan';

// biome-ignore-start lint/style/noProcessEnv: number and seed of cases are set by hand
const CASES = Number(process.env.PIPEWRIGHT_RERUN_CASES ?? 2000);
const SEED = Number(process.env.PIPEWRIGHT_RERUN_SEED ?? Date.now() % 1_000_000_000);
// biome-ignore-end lint/style/noProcessEnv: the settings end here

vi.setConfig({ testTimeout: 300_000 + CASES * 200 });

const numRuns = CASES;

describe(`re-runs of random pipelines (seed ${SEED})`, () => {
  test('reuse and execute exactly what the plan says, whether or not the world is fixed', async () => {
    await fc.assert(
      fc.asyncProperty(randomReruns, fc.boolean(), async (rerun, fixed) => {
        const original = await wholeRun(rerun.before, rerun.params);
        const plan = planOf(rerun, original);
        if (plan.problem !== undefined) return;
        checkPlanned(graphOf(rerun.after), plan, await rerunAs(rerun, plan, original, fixed));
      }),
      { numRuns, seed: SEED },
    );
  });

  test('end as a whole run does when the world answers alike', async () => {
    await fc.assert(
      fc.asyncProperty(randomReruns, async (rerun) => {
        const original = await wholeRun(rerun.before, rerun.params);
        const plan = planOf(rerun, original);
        // "Only this step" keeps results whose inputs have changed; "up to this step" leaves out what follows.
        if (plan.problem !== undefined || rerun.choice.scope === 'only' || rerun.choice.scope === 'up_to')
          return;
        const repeated = await rerunAs(rerun, plan, original, false);
        const whole = await wholeRun(rerun.after, rerun.nextParams);
        expect(results(repeated)).toEqual(results(whole));
      }),
      { numRuns, seed: SEED },
    );
  });
});

function checkPlanned(graph: Graph, plan: RerunPlan, { state, events, calls }: FinishedRun): void {
  const started = new Set(events.flatMap((event) => (event.type === 'step_started' ? [event.step] : [])));
  const of = (id: string) => state.steps.get(id);
  for (const { step, do: what, iterations } of plan.steps) {
    expect([step, of(step)?.reusedFrom !== undefined]).toEqual([step, what === 'reuse']);
    if (what === 'reuse' || what === 'skip') expect([step, started.has(step)]).toEqual([step, false]);
    if (what === 'skip') expect([step, of(step)?.status]).toEqual([step, 'skipped']);
    if (what === 'execute' && isDue(graph.steps.get(step)?.upstream ?? [], plan, state))
      expect([step, started.has(step)]).toEqual([step, true]);
    for (const index of iterations?.reused ?? []) {
      if (!started.has(step)) continue;
      expect(of(step)?.iterations?.units.get(index)?.reusedFrom).toBe('run_1');
    }
  }
  const reused = plan.steps.filter((each) => each.do === 'reuse').map(({ step }) => step);
  expect(calls.filter(({ ctx }) => reused.includes(ctx.step.id))).toEqual([]);
}

/** Whether the steps before this one completed as planned: then a step that was planned to execute did. */
function isDue(upstream: readonly string[], plan: RerunPlan, state: RunState): boolean {
  return upstream.every((id) => {
    const planned = plan.steps.find(({ step }) => step === id)?.do;
    const { status, tolerated } = state.steps.get(id) ?? PENDING_UNIT;
    if (planned === 'reuse' || planned === 'skip') return true;
    return status === 'completed' || tolerated || (planned === 'unknown' && status === 'skipped');
  });
}

/** How every step ended, and the outputs of the run. */
function results({ state, events }: FinishedRun) {
  const steps = [...state.steps].map(([id, { status, output, error, skip, branch }]) => [
    id,
    { status, output, error: error?.message, skip: skip?.reason, branch },
  ]);
  const end = events.at(-1);
  const warnings = end?.type === 'run_completed' ? end.warnings : undefined;
  return { status: state.status, warnings, outputs: state.outputs, steps: Object.fromEntries(steps) };
}
