import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random';
import type { TallySummary } from './requests/outcome';
import { startLoad } from './requests/start-load';
import type { ServedDeployment } from './served-deployment';

/** Time between two kills, in ms. */
export interface KillPlan {
  readonly seconds: number;
  readonly perSecond: number;
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Of so many kills, one ends two replicas at the same time. */
const TWO_OF = 5;

/** Kills replicas of a deployment at random while it gets requests at a constant rate. */
export async function killReplicas(
  { bench, url }: ServedDeployment,
  plan: KillPlan,
  random: Random,
): Promise<{ readonly kills: number; readonly requests: TallySummary }> {
  const load = await startLoad({ url, perSecond: plan.perSecond });
  const end = performance.now() + plan.seconds * 1000;
  let kills = 0;
  while (performance.now() < end) {
    await delay(random.between(plan.leastMs, plan.mostMs));
    const wanted = random.between(1, TWO_OF) === 1 ? 2 : 1;
    for (let count = 0; count < wanted; count += 1) {
      const running = (await bench.processes()).filter(({ isFirst }) => isFirst);
      if (running.length === 0) break;
      process.kill(random.pick(running).pid, 'SIGKILL');
      kills += 1;
    }
  }
  return { kills, requests: await load.stop() };
}
