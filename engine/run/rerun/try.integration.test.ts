import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ancestors } from '../../pipeline/graph';
import {
  type FinishedRun,
  graphOf,
  planOf,
  type RandomRerun,
  randomReruns,
  rerunAs,
  wholeRun,
} from '../../testing/random-reruns';
import type { GivenOutputs } from './given';

// biome-ignore-start lint/style/noProcessEnv: number and seed of cases are set by hand
const CASES = Number(process.env.PIPEWRIGHT_RERUN_CASES ?? 1000);
const SEED = Number(process.env.PIPEWRIGHT_RERUN_SEED ?? Date.now() % 1_000_000_000);
// biome-ignore-end lint/style/noProcessEnv: the settings end here

vi.setConfig({ testTimeout: 300_000 + CASES * 200 });

const settings = { numRuns: CASES, seed: SEED };
const isTry = true;

describe(`tries of random pipelines (seed ${SEED})`, () => {
  test('up to a step execute no step that it does not wait for, and end as in a whole run', async () => {
    await fc.assert(
      fc.asyncProperty(randomReruns, fc.nat(), async (random, at) => {
        const step = stepAt(random, at);
        const rerun = { ...random, choice: { scope: 'up_to' as const, step, isTry } };
        const original = await wholeRun(rerun.before, rerun.params);
        const plan = planOf(rerun, original);
        if (plan.problem !== undefined) return;
        const tried = await rerunAs(rerun, plan, original, false);
        const concerned = new Set([step, ...ancestors(graphOf(rerun.after), step)]);
        expect(startedIn(tried).filter((id) => !concerned.has(id))).toEqual([]);
        const whole = await wholeRun(rerun.after, rerun.nextParams);
        expect(outputsOf(tried, concerned)).toEqual(outputsOf(whole, concerned));
      }),
      settings,
    );
  });

  test('of a step alone execute this step and no other', async () => {
    await fc.assert(
      fc.asyncProperty(randomReruns, fc.nat(), async (random, at) => {
        const step = stepAt(random, at);
        const rerun = { ...random, choice: { scope: 'only' as const, step, isTry } };
        const original = await wholeRun(rerun.before, rerun.params);
        const plan = planOf(rerun, original);
        if (plan.problem !== undefined) return;
        expect(new Set(startedIn(await rerunAs(rerun, plan, original, false)))).toEqual(new Set([step]));
      }),
      settings,
    );
  });

  test('of one iteration execute it and no other, and give it the result that it has in a whole run', async () => {
    await fc.assert(
      fc.asyncProperty(randomReruns, fc.nat(), fc.nat(4), async (random, at, iteration) => {
        const unchanged = { ...random, after: random.before, nextParams: random.params };
        const loops = random.before.steps.filter(({ action }) => action === 'loop');
        const step = loops[at % Math.max(1, loops.length)]?.id;
        if (step === undefined) return;
        const rerun = { ...unchanged, choice: { scope: 'only' as const, step, iteration, isTry } };
        const original = await wholeRun(rerun.before, rerun.params);
        const plan = planOf(rerun, original);
        if (plan.problem !== undefined) return;
        const tried = await rerunAs(rerun, plan, original, false);
        expect(iterationsIn(tried, step)).toEqual([iteration]);
        const unit = tried.state.steps.get(step)?.iterations?.units.get(iteration);
        const same = original.state.steps.get(step)?.iterations?.units.get(iteration);
        // A whole run may have stopped before it, or not reached the loop.
        if (same !== undefined) expect([unit?.status, unit?.output]).toEqual([same.status, same.output]);
      }),
      settings,
    );
  });

  test('end alike with the output of a step given as the run had it', async () => {
    await fc.assert(
      fc.asyncProperty(randomReruns, fc.nat(), fc.nat(), async (random, at, other) => {
        const rerun = { ...random, after: random.before, nextParams: random.params };
        const original = await wholeRun(rerun.before, rerun.params);
        const step = stepAt(rerun, at);
        const before = [...ancestors(graphOf(rerun.before), step)];
        const id = before[other % Math.max(1, before.length)] ?? '';
        const output = original.state.steps.get(id)?.output;
        if (output === undefined) return;
        const given: GivenOutputs = new Map([[id, { source: 'pinned', output }]]);
        const choice = { scope: 'up_to' as const, step, isTry, given };
        const plan = planOf({ ...rerun, choice }, original);
        if (plan.problem !== undefined) return;
        const tried = await rerunAs({ ...rerun, choice }, plan, original, false);
        expect(startedIn(tried)).not.toContain(id);
        expect(tried.state.steps.get(id)?.given).toBe('pinned');
        const concerned = new Set([step, ...before]);
        expect(outputsOf(tried, concerned)).toEqual(outputsOf(original, concerned));
      }),
      settings,
    );
  });
});

function stepAt({ after }: RandomRerun, at: number): string {
  return after.steps[at % after.steps.length]?.id ?? '';
}

function startedIn({ events }: FinishedRun): string[] {
  return events.flatMap((event) => (event.type === 'step_started' ? [event.step] : []));
}

function iterationsIn({ events }: FinishedRun, step: string): number[] {
  return events.flatMap((event) =>
    event.type === 'step_started' && event.step === step ? (event.iteration ?? []) : [],
  );
}

function outputsOf({ state }: FinishedRun, ids: ReadonlySet<string>) {
  return Object.fromEntries([...ids].sort().map((id) => [id, state.steps.get(id)?.output]));
}
