import { setTimeout as delay } from 'node:timers/promises';
import { chainPipeline, mixedPipeline } from '../pipelines';
import { seeded } from '../random';
import { keepBusy, type Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { withStage } from '../stage';

/** Three workers under load; at random times one is killed and a new one started. */
export const kills: Scenario = {
  name: 'kills',
  run: (harness, { short, seed }) =>
    withStage(harness, async (stage) => {
      const random = seeded(seed);
      const count = short ? 6 : 200;
      const pipelines = await stage.pipelines(mixedPipeline, chainPipeline);
      const workers = await stage.startAll(3);
      const load = keepBusy(stage, { pipelines, concurrency: 18, seed, cancels: true });
      for (let kill = 0; kill < count; kill += 1) {
        await delay(random.between(200, 1200));
        const victim = random.between(0, workers.length - 1);
        workers[victim]?.signal('SIGKILL');
        const next = stage.start();
        workers[victim] = next;
        await next.ready;
      }
      await load.stop();
      return settleAndCheck(stage, { done: `${count} kills`, takeovers: true });
    }),
};
