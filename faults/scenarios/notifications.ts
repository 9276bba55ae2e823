import { chainPipeline, waitingPipeline } from '../pipelines';
import { FaultProxy } from '../proxy';
import type { Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { withStage } from '../stage';

/**
 * Time limit for the start of a run without a notification, in ms: one poll per second, on a busy machine.
 */
const START_LIMIT_MS = 2500;

/** Runs that are started together. */
const GROUP = [0, 1, 2, 3, 4];

/** Notifications are lost, then duplicated: they are hints, so nothing may depend on them. */
export const notifications: Scenario = {
  name: 'notifications',
  run: (harness, { short }) =>
    withStage(harness, async (stage) => {
      const groups = short ? 1 : 10;
      const proxy = await FaultProxy.start(harness.product.port);
      try {
        const pipelines = await stage.pipelines(chainPipeline, (ledger) => waitingPipeline(ledger, 1));
        await stage.start({ proxy }).ready;
        for (const mode of ['deaf', 'echo'] as const) {
          proxy.set(mode);
          for (let group = 0; group < groups; group += 1) {
            // Fewer than the worker has slots, so that only the notification matters.
            await Promise.all(GROUP.map((index) => stage.submit(pipelines[index % 2] ?? '')));
            await stage.settled();
          }
        }
        const late = await stage.sql<{ id: string; ms: number }[]>`
          select id, (extract(epoch from started_at - created_at) * 1000)::int as ms from runs
          where started_at - created_at > ${START_LIMIT_MS} * interval '1 millisecond'`;
        const count = groups * GROUP.length;
        const problems = late.slice(0, 5).map(({ id, ms }) => `${id} began only after ${ms} ms`);
        return await settleAndCheck(stage, {
          done: `${count} runs without notifications, ${count} with each twice`,
          problems,
        });
      } finally {
        await harness.processes.killAll();
        await proxy.close();
      }
    }),
};
