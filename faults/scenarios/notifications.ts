import { chainPipeline, waitingPipeline } from '../pipelines';
import { FaultProxy } from '../proxy';
import type { Scenario } from '../scenario';
import { withStage } from '../stage';
import { verdict } from '../verdict';

/** How long a run may wait for its start when nobody is told of it: a poll a second, and a busy machine. Ms. */
const START_LIMIT_MS = 2500;

/** Notifications are lost, then doubled: they are hints, so nothing may depend on them. */
export const notifications: Scenario = {
  name: 'notifications',
  run: (harness, { short }) =>
    withStage(harness, async (stage) => {
      const count = short ? 5 : 50;
      const proxy = await FaultProxy.start(harness.product.port);
      try {
        const pipelines = await stage.pipelines(chainPipeline, (ledger) => waitingPipeline(ledger, 1));
        await stage.start({ proxy }).ready;
        for (const mode of ['deaf', 'echo'] as const) {
          proxy.set(mode);
          for (let run = 0; run < count; run += 1) await stage.submit(pipelines[run % 2] ?? '');
          await stage.settled();
        }
        const late = await stage.sql<{ id: string; ms: number }[]>`
          select id, (extract(epoch from started_at - created_at) * 1000)::int as ms from runs
          where started_at - created_at > ${START_LIMIT_MS} * interval '1 millisecond'`;
        const problems = late.map(({ id, ms }) => `${id} began only after ${ms} ms`);
        return await verdict(stage, {
          done: `${count} runs without notifications, ${count} with each twice`,
          problems,
        });
      } finally {
        await harness.nursery.close();
        await proxy.close();
      }
    }),
};
