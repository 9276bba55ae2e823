import { setTimeout as delay } from 'node:timers/promises';
import type { Workbench } from '@/lib/server/deployments/testing/workbench';
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
  { bench, name, url }: ServedDeployment,
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
      kills += (await killOne(bench, name, random)) ? 1 : 0;
    }
  }
  return { kills, requests: await load.stop() };
}

/** Kills the process of a replica. @returns whether there was one: a replica that starts again is left alone */
async function killOne(bench: Workbench, name: string, random: Random): Promise<boolean> {
  const { pid } = random.pick((await bench.stateOf(name))?.replicas ?? []);
  if (pid === null) return false;
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // It was killed a moment ago, and its row is not changed yet.
    return false;
  }
}
