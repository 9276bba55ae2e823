import { setTimeout as delay } from 'node:timers/promises';
import { waitingPipeline } from '../pipelines';
import { type Random, seeded } from '../random';
import type { Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { type Stage, withStage } from '../stage';

const HOUR_MS = 3_600_000;
const SKEWS_MS = [-24 * HOUR_MS, -HOUR_MS, -5000, 2000, 30_000, HOUR_MS, 24 * HOUR_MS];
const JUMPS_A_PROCESS = 5;
/** The first is waited out in memory, the second parks the run. */
const WAITS_S = [2, 7];

/** How late a waiting run may resume, in ms, regardless of its worker's clock. */
const LATE_MS = 5000;

/** The workers' clocks jump back and forth by hours and days while runs wait. */
export const clocks: Scenario = {
  name: 'clocks',
  run: (harness, { short, seed }) =>
    withStage(harness, async (stage) => {
      const random = seeded(seed);
      const processes = short ? 1 : 8;
      const pipelines = await stage.pipelines(
        ...WAITS_S.map((seconds) => (ledger: Stage['ledger']) => waitingPipeline(ledger, seconds)),
      );
      const waits = new Map<string, number>();
      for (let count = 0; count < processes; count += 1) {
        const subject = stage.start({ clock: jumps(random) });
        await subject.ready;
        for (let step = 0; step < JUMPS_A_PROCESS * 2; step += 1) {
          const which = step % WAITS_S.length;
          waits.set(await stage.submit(pipelines[which] ?? ''), WAITS_S[which] ?? 0);
          await delay(800);
        }
        await stage.settled(30_000);
        subject.signal('SIGTERM');
        await subject.ended;
      }
      await stage.start().ready;
      const done = `${processes * JUMPS_A_PROCESS} jumps of a clock, ${waits.size} waits`;
      await stage.settled();
      return settleAndCheck(stage, { done, problems: await wrongWaits(stage, waits), zombies: true });
    }),
};

/** A new offset every 1.6 s. */
function jumps(random: Random): string {
  return Array.from(
    { length: JUMPS_A_PROCESS },
    (_, index) => `${index * 1600 + 400}:${random.pick(SKEWS_MS)}`,
  ).join(',');
}

/**
 * Checks the time between the effects before and after each wait, by the ledger's clock, which never jumps.
 */
async function wrongWaits(stage: Stage, waits: ReadonlyMap<string, number>): Promise<string[]> {
  const effects = await stage.ledger.effects();
  const at = (run: string, unit: string) =>
    effects.find((effect) => effect.run === run && effect.unit === unit)?.at ?? Number.NaN;
  const wrong: string[] = [];
  for (const [run, seconds] of waits) {
    const waited = at(run, 'after') - at(run, 'before');
    if (waited < seconds * 1000) wrong.push(`${run} waited ${waited} ms instead of ${seconds} s`);
    if (!(waited < seconds * 1000 + LATE_MS))
      wrong.push(`${run} waited ${waited} ms, too long for ${seconds} s`);
  }
  return wrong.length === 0 ? [] : [`${wrong.length} waits were wrong`, ...wrong.slice(0, 5)];
}
