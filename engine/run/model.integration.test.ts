import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkRun, outcome } from '../testing/check-run';
import { performRun, type RandomResult, type RandomRun, randomRuns } from '../testing/random-runs';

/** Consecutive deaths of runners in each run. */
const DEATHS = 10;

// biome-ignore-start lint/style/noProcessEnv: number and seed of cases are set by hand
/** Number of pairs of a run and a death. */
const CASES = Number(process.env.PIPEWRIGHT_MODEL_CASES ?? 1000);
const SEED = Number(process.env.PIPEWRIGHT_MODEL_SEED ?? Date.now() % 1_000_000_000);
// biome-ignore-end lint/style/noProcessEnv: the settings end here

/** Several times what a case takes on a loaded machine. */
const CASE_LIMIT_MS = 500;

vi.setConfig({ testTimeout: 300_000 + CASES * CASE_LIMIT_MS });

describe(`random runs of random pipelines, paused, cancelled and signalled (seed ${SEED})`, () => {
  test('continue after any event of their journal with the same result', async () => {
    const deaths = fc.array(fc.record({ at: fc.nat(), away: fc.constantFrom(0, 0, 1, 40) }), {
      minLength: DEATHS,
      maxLength: DEATHS,
    });
    await fc.assert(
      fc.asyncProperty(randomRuns(6), deaths, async (run, all) => {
        const whole = await performRun(run);
        checkRun(run, whole, 0);
        for (const { at, away } of all) await checkDeath(run, whole, at, away);
        await checkDeaths(run, whole, all);
      }),
      { numRuns: Math.ceil(CASES / DEATHS), seed: SEED },
    );
  });
});

describe(`random runs on a slow machine (seed ${SEED})`, () => {
  test('end as on a fast one, with turns that are over after each decision', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns(6), async (run) => {
        const whole = await performRun(run);
        const slow = await performRun(run, [], 0, 10);
        checkRun(run, slow, 0);
        if (!run.isTimed) expect(outcome(slow.runner.state)).toEqual(outcome(whole.runner.state));
      }),
      { numRuns: Math.ceil(CASES / DEATHS), seed: SEED },
    );
  });
});

/** One death at one event of the undisturbed journal. */
async function checkDeath(run: RandomRun, whole: RandomResult, at: number, away: number): Promise<void> {
  const before = whole.events.slice(0, 1 + (at % whole.events.length));
  const after = await performRun(run, before, away);
  checkRun(run, after, before.length);
  if (!run.isTimed) expect(outcome(after.runner.state)).toEqual(outcome(whole.runner.state));
}

/** The runner that takes over also dies, and so does each next one. */
async function checkDeaths(
  run: RandomRun,
  whole: RandomResult,
  deaths: readonly { at: number; away: number }[],
): Promise<void> {
  let events = whole.events.slice(0, 1);
  for (const { at, away } of deaths.slice(0, 4)) {
    const next = await performRun(run, events, away);
    checkRun(run, next, events.length);
    const fresh = next.events.length - events.length;
    events = next.events.slice(0, events.length + (at % (fresh + 1)));
  }
  const last = await performRun(run, events);
  checkRun(run, last, events.length);
  if (!run.isTimed) expect(outcome(last.runner.state)).toEqual(outcome(whole.runner.state));
}
