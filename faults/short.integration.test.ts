import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openHarness } from './harness';
import { runScenario } from './run-scenarios';
import { scenarios } from './scenarios';

/** What every build goes through; the rest, and the long versions, are for a quiet machine: docs/faults.md. */
const EVERY_BUILD = ['submits', 'streams', 'notifications', 'drains', 'zombies', 'database', 'embedded'];
/** How long takeovers take depends on how busy the machine is: that figure is for the long version. */
const TIMING = /^takeover p99|^run_\w+ began only after/;

const seed = Date.now() % 1_000_000;
let harness: Harness;

beforeAll(async () => {
  harness = await openHarness();
});

afterAll(() => harness.close());

describe(`faults, in short (seed ${seed})`, () => {
  it.each(EVERY_BUILD)(
    '%s: no run is lost, no finished step is repeated, nothing shown changes',
    async (name) => {
      const scenario = scenarios.find((each) => each.name === name);
      if (!scenario) throw new Error(`There is no scenario ${name}.`);
      const { problems } = await runScenario(harness, scenario, { short: true, seed });
      expect(problems.filter((problem) => !TIMING.test(problem))).toEqual([]);
    },
  );
});
