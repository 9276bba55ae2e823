import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createDatabase, freshName } from '@/lib/server/testing/server';
import { startLedger } from '../ledger';
import { chainPipeline } from '../pipelines';
import { seeded } from '../random';
import type { Scenario } from '../scenario';

const made = z.object({ id: z.string() });
const SETTLE_MS = 60_000;

/**
 * One process with the embedded database, killed and restarted on the same folder, like a laptop that loses
 * power.
 */
export const embedded: Scenario = {
  name: 'embedded',
  run: async (harness, { short, seed }) => {
    const random = seeded(seed);
    const count = short ? 1 : 20;
    const folder = await mkdtemp(join(tmpdir(), 'pipewright-faults-embedded-'));
    const effects = freshName('ledger');
    await createDatabase({ kind: 'url', url: harness.outside.url('postgres') }, effects);
    const ledger = await startLedger(harness.outside.url(effects));
    const start = async () => {
      const env = { PIPEWRIGHT_DATA_DIR: folder, EGRESS_MODE: 'open' };
      const subject = harness.processes.start({ env });
      await subject.ready;
      return subject;
    };
    const acknowledged = new Set<string>();
    try {
      let subject = await start();
      const text = JSON.stringify(chainPipeline(ledger));
      const { id: pipelineId } = made.parse(await subject.request({ do: 'create', text }));
      for (let kill = 0; kill < count; kill += 1) {
        for (let run = 0; run < 5; run += 1) {
          acknowledged.add(made.parse(await subject.request({ do: 'start', pipelineId })).id);
        }
        await delay(random.between(30, 600));
        subject.signal('SIGKILL');
        await subject.ended;
        subject = await start();
      }
      const last = (run: string) => `${run}/s11`;
      const wanted = new Set([...acknowledged].map(last));
      for (const limit = Date.now() + SETTLE_MS; wanted.size > 0 && Date.now() < limit; await delay(200)) {
        for (const { run, unit } of await ledger.effects()) wanted.delete(`${run}/${unit}`);
      }
      subject.signal('SIGTERM');
      const end = await subject.ended;
      return {
        lines: [
          `${count} kills of the one process, ${acknowledged.size} runs, all but ${wanted.size} came to their last step`,
        ],
        problems: [
          ...(wanted.size > 0 ? [`never reached: ${[...wanted].slice(0, 5).join(', ')}`] : []),
          ...(end === '0' ? [] : [`the last process ended with ${end}`]),
        ],
      };
    } finally {
      await harness.processes.killAll();
      await ledger.close();
      // The database server detects shortly afterwards that its process has ended.
      await delay(2000);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
