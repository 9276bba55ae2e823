import { setTimeout as delay } from 'node:timers/promises';
import { chainPipeline, mixedPipeline } from '../pipelines';
import { seeded } from '../random';
import { keepBusy, type Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { withStage } from '../stage';

/** PostgreSQL crashes under load, with SIGQUIT and SIGKILL, and is restarted. */
export const database: Scenario = {
  name: 'database',
  run: (harness, { short, seed }) =>
    withStage(harness, async (stage) => {
      const random = seeded(seed);
      const count = short ? 2 : 20;
      const pipelines = await stage.pipelines(mixedPipeline, chainPipeline);
      await stage.startAll(2);
      const load = keepBusy(stage, { pipelines, concurrency: 16, seed });
      for (let kill = 0; kill < count; kill += 1) {
        await delay(random.between(500, 2500));
        await harness.product.kill(kill % 2 === 0 ? 'SIGQUIT' : 'SIGKILL');
        await delay(random.between(0, 1500));
        await harness.product.start();
      }
      await load.stop();
      return settleAndCheck(stage, { done: `${count} ends of the database server`, zombies: true });
    }),
};
