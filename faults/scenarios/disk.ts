import { execFile } from 'node:child_process';
import { mkdtemp, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { migrateDatabase, migrationsFolder } from '@/lib/server/db/migrate';
import { createDatabase, freshName } from '@/lib/server/testing/server';
import type { Harness } from '../harness';
import { chainPipeline } from '../pipelines';
import { createCluster } from '../postgres';
import { keepBusy, type Scenario, type ScenarioResult } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { withStage } from '../stage';

const DISK_MB = 160;
/** Small, so that other files fill the disk rather than the write-ahead log. */
const SETTINGS = ['max_wal_size=32MB', 'min_wal_size=32MB', 'wal_recycle=off'];

/** The database's disk is full for a while, repeatedly. Needs permission to mount a small disk. */
export const disk: Scenario = {
  name: 'disk',
  run: async (harness, { short, seed }) => {
    const folder = await mkdtemp(join(tmpdir(), 'pipewright-faults-disk-'));
    const mounted = await mount(folder);
    if (mounted !== undefined) {
      await rmdir(folder);
      return { lines: [], problems: [], notRun: `no disk to fill: ${mounted}` };
    }
    const product = await createCluster(join(folder, 'product'), SETTINGS);
    try {
      const template = freshName('template');
      await createDatabase({ kind: 'url', url: product.url('postgres') }, template);
      await migrateDatabase({ kind: 'url', url: product.url(template) }, migrationsFolder(process.cwd()));
      return await fillAgain({ ...harness, product, template }, folder, { count: short ? 1 : 20, seed });
    } finally {
      await product.stop();
      await promisify(execFile)('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function fillAgain(
  harness: Harness,
  folder: string,
  { count, seed }: { count: number; seed: number },
): Promise<ScenarioResult> {
  return withStage(harness, async (stage) => {
    const pipelines = await stage.pipelines(chainPipeline);
    await stage.startAll(2);
    const load = keepBusy(stage, { pipelines, concurrency: 8, seed });
    let crashes = 0;
    for (let round = 0; round < count; round += 1) {
      await delay(1500);
      await fill(folder);
      await delay(2500);
      await unlink(join(folder, 'filler'));
      // PostgreSQL ends when it cannot write its log, possibly later; a service manager would restart it.
      if (!harness.product.isRunning) crashes += 1;
      await harness.product.start();
    }
    await load.stop();
    const done = `the disk was full ${count} times, of which PostgreSQL ended ${crashes} times`;
    return settleAndCheck(stage, { done, zombies: true });
  });
}

/** @returns why the disk cannot be mounted */
async function mount(folder: string): Promise<string | undefined> {
  const args = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder];
  return promisify(execFile)('mount', args).then(
    () => undefined,
    (error: Error) => error.message.split('\n')[0] ?? 'mount refused',
  );
}

/** Writes until the disk is full. */
async function fill(folder: string): Promise<void> {
  const piece = Buffer.alloc(256 * 1024);
  for (;;) {
    const error = await writeFile(join(folder, 'filler'), piece, { flag: 'a' }).catch(
      (reason: unknown) => reason,
    );
    if (error !== undefined) return;
  }
}
