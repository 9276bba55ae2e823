import { openPool } from '@/lib/server/db/open';
import { createDatabase, freshName } from '@/lib/server/testing/server';
import type { Harness } from '../harness';
import { type KillPlan, killReplicas } from '../kill-replicas';
import { seeded } from '../random';
import type { Scenario } from '../scenario';
import { type ServedDeployment, serveDeployment } from '../served-deployment';

const REPLICAS = 4;
/** Of all requests that may fail, in percent. */
const MOST_FAILED_PERCENT = 1;
const LONG: KillPlan = { seconds: 300, perSecond: 100, leastMs: 1000, mostMs: 7000 };
const SHORT: KillPlan = { seconds: 15, perSecond: 50, leastMs: 1000, mostMs: 4000 };

/** Replicas that are killed at random while their deployment gets requests. */
export const replicas: Scenario = {
  name: 'replicas',
  run: async (harness, { short, seed }) => {
    const served = await serve(harness, REPLICAS);
    const { kills, requests } = await killReplicas(served, short ? SHORT : LONG, seeded(seed));
    const left = await served.close();
    const problems = [];
    if (requests.failedPercent > MOST_FAILED_PERCENT) problems.push('too many requests failed');
    if (requests.silent > 0) problems.push('requests were lost silently');
    if (left > 0) problems.push(`${left} processes are left`);
    return { lines: [`${kills} kills among ${REPLICAS} replicas`, requests.text], problems };
  },
};

/** A deployment with a separate database. */
export async function serve(harness: Harness, count: number): Promise<ServedDeployment> {
  const name = freshName('replicas');
  await createDatabase({ kind: 'url', url: harness.product.url('postgres') }, name, harness.template);
  return serveDeployment(openPool({ kind: 'url', url: harness.product.url(name) }), { replicas: count });
}
