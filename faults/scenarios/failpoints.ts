import { setTimeout as delay } from 'node:timers/promises';
import { addTriggerInput } from '@/lib/contracts/triggers';
import { FAILPOINT_DEEDS, FAILPOINTS, type Failpoint, type FailpointDeed } from '@/lib/server/failpoint';
import { chainPipeline, mixedPipeline, partsPipeline, shortPipeline, storingPipeline } from '../pipelines';
import type { Subject } from '../processes';
import { type Random, seeded } from '../random';
import type { Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { type Stage, withStage } from '../stage';

/** Time limit for a process to reach a failpoint, in ms. */
const REACH_MS = 12_000;
/** Time limit for announcing the ends of runs, in ms. */
const ANNOUNCE_MS = 30_000;
/** For how many leases a failpoint suspends a process. */
const STOPPED_LEASES = 1.5;

interface Trial {
  readonly point: Failpoint;
  readonly deed: FailpointDeed;
  readonly nth: number;
}

/**
 * Processes in sequence, each with one active failpoint and with the runs that the previous one left. Runs
 * are started and cancelled through the process itself, so that failpoints hit these writes too.
 */
export const failpoints: Scenario = {
  name: 'failpoints',
  run: (harness, { short, seed }) =>
    withStage(
      harness,
      async (stage) => {
        const random = seeded(seed);
        const reached = new Map<Failpoint, number>();
        const load = await openLoad(stage);
        for (const trial of trialsOf(short, random)) {
          const came = await attempt(stage, trial, { pipelines: pipelinesFor(load, trial.point), random });
          if (came) reached.set(trial.point, (reached.get(trial.point) ?? 0) + 1);
        }
        await stage.startAll(1);
        const missed = FAILPOINTS.filter((point) => !reached.has(point));
        const hits = [...reached.values()].reduce((sum, count) => sum + count, 0);
        const done = `${reached.size} of ${FAILPOINTS.length} points reached, ${hits} times in all`;
        const rest = missed.length === 0 ? '' : `; never passed by this load: ${missed.join(', ')}`;
        const problems = [
          ...(hits === 0 ? ['no point was reached: nothing was tested'] : []),
          ...(await sequelProblems(stage, load)),
        ];
        return settleAndCheck(stage, { done: done + rest, problems, zombies: true });
      },
      { leaseMs: 1000 },
    ),
};

/** Pipelines that together reach all failpoints. */
interface Load {
  readonly common: readonly string[];
  /** Its loop runs in chunks. */
  readonly parts: string;
  /** The end of each of its runs starts a run of the sequel. */
  readonly source: string;
  readonly sequel: string;
}

async function openLoad(stage: Stage): Promise<Load> {
  const common = await stage.pipelines(mixedPipeline, chainPipeline, storingPipeline);
  const [parts = '', source = '', sequel = ''] = await stage.pipelines(
    partsPipeline,
    shortPipeline,
    shortPipeline,
  );
  const trigger = {
    type: 'pipeline_finished',
    name: 'Sequel',
    config: { pipeline_id: source, statuses: ['completed', 'failed', 'cancelled'] },
  };
  await stage.app.triggers.add(addTriggerInput.parse({ pipelineId: sequel, trigger }));
  return { common, parts, source, sequel };
}

function pipelinesFor({ common, parts, source }: Load, point: Failpoint): readonly string[] {
  if (point.endsWith(':chunks')) return [parts];
  if (point.endsWith(':delivery')) return [source];
  return common;
}

/** Each end has started exactly one run, no matter which process died. */
async function sequelProblems(stage: Stage, { source, sequel }: Load): Promise<string[]> {
  await stage.settled();
  await untilAnnounced(stage);
  const [row] = await stage.sql<{ ends: number; sequels: number }[]>`
    select (select count(*)::int from runs where pipeline_id = ${source} and finished_at is not null) as ends,
      (select count(*)::int from runs where pipeline_id = ${sequel}) as sequels`;
  if (!row || row.ends === row.sequels) return [];
  return [`${row.ends} ends of a pipeline have started ${row.sequels} runs of the one that waits for them`];
}

/** Waits until the ends of all runs are announced to their triggers. */
async function untilAnnounced({ sql }: Stage): Promise<void> {
  for (const limit = Date.now() + ANNOUNCE_MS; Date.now() < limit; await delay(100)) {
    const left = await sql`select from runs where announce limit 1`;
    if (left.length === 0) return;
  }
}

/** A process releases its leases once; other failpoints are reached repeatedly. */
function nthOf(point: Failpoint, most: number, random: Random): number {
  return point.endsWith(':release') ? 1 : random.between(1, most);
}

function trialsOf(short: boolean, random: Random): Trial[] {
  const trials: Trial[] = [];
  for (const point of FAILPOINTS) {
    if (short) {
      trials.push({ point, deed: 'kill', nth: nthOf(point, 2, random) });
      continue;
    }
    for (let count = 0; count < 5; count += 1) {
      trials.push({ point, deed: 'kill', nth: nthOf(point, 6, random) });
    }
    for (const deed of FAILPOINT_DEEDS) {
      if (deed !== 'kill') trials.push({ point, deed, nth: nthOf(point, 6, random) });
    }
  }
  return trials;
}

/**
 * Starts a process with one active failpoint and gives it work.
 * @returns whether it reached the failpoint
 */
async function attempt(
  stage: Stage,
  { point, deed, nth }: Trial,
  { pipelines, random }: { pipelines: readonly string[]; random: Random },
): Promise<boolean> {
  const subject = stage.start({ env: { PIPEWRIGHT_FAILPOINT: `${point}:${nth}:${deed}` } });
  await subject.ready;
  const working = giveWork(stage, subject, { pipelines, random, ends: point.endsWith(':release') });
  const came = await comesBy(stage, subject, { point, deed, nth });
  subject.signal('SIGKILL');
  await subject.ended;
  await working;
  return came;
}

async function giveWork(
  stage: Stage,
  subject: Subject,
  options: { pipelines: readonly string[]; random: Random; ends: boolean },
): Promise<void> {
  const { pipelines, random, ends } = options;
  for (let count = 0; count < 40 && !subject.hasEnded; count += 1) {
    await subject
      .request({ do: 'start', pipelineId: random.pick(pipelines) })
      .then(
        async (made) => {
          const { id } = made as { id: string };
          stage.acknowledged.add(id);
          if (count % 4 !== 3) return;
          // Before the reply: a process that dies in between may have stored the command.
          stage.cancelled.add(id);
          await subject.request({ do: 'cancel', runId: id });
        },
        // The process ended before it replied.
        () => undefined,
      )
      .catch(() => undefined);
    // A process releases its leases on SIGTERM.
    if (ends && count === 3) subject.signal('SIGTERM');
    await delay(random.between(10, 120));
  }
}

async function comesBy(stage: Stage, subject: Subject, { deed }: Trial): Promise<boolean> {
  const limit = delay(deed === 'error' ? 2000 : REACH_MS, 'limit' as const);
  if (deed === 'kill') return (await Promise.race([subject.ended, limit])) === 'SIGKILL';
  if (deed === 'error') {
    await Promise.race([subject.ended, limit]);
    return true;
  }
  const stopped = await Promise.race([untilStopped(subject), limit]);
  if (stopped !== 'stopped') return false;
  const other = stage.start();
  await other.ready;
  await delay(stage.leaseMs * STOPPED_LEASES);
  subject.signal('SIGCONT');
  await delay(500);
  other.signal('SIGTERM');
  await other.ended;
  return true;
}

async function untilStopped(subject: Subject): Promise<'stopped' | 'ended'> {
  while (!subject.hasEnded) {
    if (await subject.isStopped()) return 'stopped';
    await delay(30);
  }
  return 'ended';
}
