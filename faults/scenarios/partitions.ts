import { setTimeout as delay } from 'node:timers/promises';
import { chainPipeline, mixedPipeline } from '../pipelines';
import { FaultProxy, type ProxyMode } from '../proxy';
import { seeded } from '../random';
import { keepBusy, type Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { withStage } from '../stage';

const MODES: readonly ProxyMode[] = ['delay', 'throttle', 'hold', 'half-open', 'lost', 'reset'];

/** Network faults of all kinds between one of two workers and the database. */
export const partitions: Scenario = {
  name: 'partitions',
  run: (harness, { short, seed }) =>
    withStage(harness, async (stage) => {
      const random = seeded(seed);
      const rounds = short ? 1 : 30;
      const proxies = await Promise.all([0, 1].map(() => FaultProxy.start(harness.product.port)));
      try {
        const pipelines = await stage.pipelines(mixedPipeline, chainPipeline);
        await Promise.all(proxies.map((proxy) => stage.start({ proxy }).ready));
        const load = keepBusy(stage, { pipelines, concurrency: 12, seed });
        for (let round = 0; round < rounds; round += 1) {
          for (const mode of MODES) {
            const proxy = random.pick(proxies);
            proxy.set(mode);
            await delay(random.between(500, stage.leaseMs * 2));
            proxy.set('pass');
            await delay(random.between(100, 600));
          }
        }
        await load.stop();
        const done = `${rounds} times each: ${MODES.join(', ')}`;
        return await settleAndCheck(stage, { done, zombies: true });
      } finally {
        // Workers first: without the proxy, they would wait for the database.
        await harness.processes.killAll();
        await Promise.all(proxies.map((proxy) => proxy.close()));
      }
    }),
};
