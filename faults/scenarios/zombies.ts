import { setTimeout as delay } from 'node:timers/promises';
import { chainPipeline, mixedPipeline } from '../pipelines';
import { seeded } from '../random';
import { keepBusy, type Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { withStage } from '../stage';

/** Two workers are alternately suspended for longer than their lease and then continue. */
export const zombies: Scenario = {
  name: 'zombies',
  run: (harness, { short, seed }) =>
    withStage(harness, async (stage) => {
      const random = seeded(seed);
      const count = short ? 3 : 50;
      const pipelines = await stage.pipelines(mixedPipeline, chainPipeline);
      const workers = await stage.startAll(2);
      const load = keepBusy(stage, { pipelines, concurrency: 12, seed });
      for (let trial = 0; trial < count; trial += 1) {
        const zombie = workers[trial % workers.length];
        zombie?.signal('SIGSTOP');
        await delay(stage.leaseMs + random.between(300, 1500));
        zombie?.signal('SIGCONT');
        await delay(random.between(300, 900));
      }
      await load.stop();
      return settleAndCheck(stage, {
        done: `${count} processes that stood still for longer than their lease`,
        zombies: true,
        takeovers: true,
      });
    }),
};
