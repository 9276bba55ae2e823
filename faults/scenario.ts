import { setTimeout as delay } from 'node:timers/promises';
import type { Harness } from './harness';
import { type Random, seeded } from './random';
import type { Stage } from './stage';

export interface ScenarioOptions {
  /** Few faults, for every build, instead of the long run behind the published figures. */
  readonly short: boolean;
  readonly seed: number;
}

export interface ScenarioResult {
  /** Figures. */
  readonly lines: readonly string[];
  /** Empty when the scenario passed. */
  readonly problems: readonly string[];
  /** Why this machine cannot produce the fault. */
  readonly notRun?: string;
}

/** One kind of fault. */
export interface Scenario {
  readonly name: string;
  run(harness: Harness, options: ScenarioOptions): Promise<ScenarioResult>;
}

/** Keeps some runs active until it is stopped. */
export function keepBusy(
  stage: Stage,
  options: { pipelines: readonly string[]; concurrency: number; seed: number; cancels?: boolean },
): { stop(): Promise<void> } {
  const random = seeded(options.seed);
  const stopping = new AbortController();
  const work = (async () => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const open = await stage.open();
      if (open.length >= options.concurrency) {
        await delay(30);
        continue;
      }
      const id = await stage.submit(random.pick(options.pipelines));
      if (options.cancels && count % 12 === 11) void cancelSoon(stage, id, random);
    }
  })();
  // `stop` reports the error.
  work.catch(() => undefined);
  return {
    stop: async () => {
      stopping.abort();
      await work;
    },
  };
}

async function cancelSoon(stage: Stage, id: string, random: Random): Promise<void> {
  await delay(random.between(0, 800));
  await stage.cancel(id);
}
