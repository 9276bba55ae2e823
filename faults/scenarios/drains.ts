import { setTimeout as delay } from 'node:timers/promises';
import { chainPipeline, mixedPipeline } from '../pipelines';
import type { Subject } from '../processes';
import { seeded } from '../random';
import { quantile } from '../report';
import { keepBusy, type Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { withStage } from '../stage';

/** Common time between SIGTERM and SIGKILL of service managers, in ms. */
const GRACE_MS = 10_000;
/** The same in the short version, whose machine may be busy, in ms. */
const SHORT_GRACE_MS = 120_000;

/** Longer than any drain: an interrupted run was not released. */
const LEASE_MS = 20_000;

/** Workers under load are replaced sequentially with SIGTERM, as in a rolling deployment. */
export const drains: Scenario = {
  name: 'drains',
  run: (harness, { short, seed }) =>
    withStage(
      harness,
      async (stage) => {
        const random = seeded(seed);
        const count = short ? 3 : 50;
        const pipelines = await stage.pipelines(mixedPipeline, chainPipeline);
        const start = async () => {
          const worker = stage.start({ program: 'worker' });
          await worker.ready;
          return worker;
        };
        const workers = await Promise.all([start(), start()]);
        const load = keepBusy(stage, { pipelines, concurrency: 16, seed });
        const times: number[] = [];
        const problems: string[] = [];
        for (let round = 0; round < count; round += 1) {
          await delay(random.between(200, 1000));
          const place = random.between(0, workers.length - 1);
          const leaving = workers[place];
          workers[place] = await start();
          if (leaving) times.push(await drained(leaving, short, problems));
        }
        await load.stop();
        times.sort((a, b) => a - b);
        const took = `p50 ${Math.round(quantile(times, 0.5))} ms, most ${Math.round(Math.max(...times))} ms`;
        const result = await settleAndCheck(stage, {
          done: `${count} workers told to end: ${took}`,
          problems,
        });
        const { interrupted } = result.findings;
        if (interrupted === 0) return result;
        return { ...result, problems: [...result.problems, `${interrupted} attempts were interrupted`] };
      },
      { leaseMs: LEASE_MS },
    ),
};

/** Ends a worker with SIGTERM; returns how long that took, in ms. */
async function drained(worker: Subject, isShort: boolean, problems: string[]): Promise<number> {
  const graceMs = isShort ? SHORT_GRACE_MS : GRACE_MS;
  const from = performance.now();
  worker.signal('SIGTERM');
  const end = await Promise.race([worker.ended, delay(graceMs, undefined, { ref: false })]);
  if (end === undefined) {
    worker.signal('SIGKILL');
    problems.push(`${worker.name} had not ended ${graceMs} ms after SIGTERM`);
  } else if (end !== '0') problems.push(`${worker.name} ended with ${end}`);
  return performance.now() - from;
}
