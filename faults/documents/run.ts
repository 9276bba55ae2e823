import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import {
  AnswerMemory,
  coerceRunParams,
  foldEvents,
  importPipeline,
  isRunnable,
  type Journal,
  type Json,
  normalize,
  type PipelineDocument,
  Runner,
  validate,
} from '@/engine';
import { catalogue } from '@/engine/actions';
import { fakeHttp, fakeSecrets, fakeWorld } from '@/engine/testing/fakes';
import { createdEvent } from '@/engine/testing/run-pipeline';
import { eagerClock } from './eager-clock';
import { type HostileDocument, hostileDocument } from './generate';

export interface DocumentEnd {
  readonly seed: number;
  readonly outcome: 'refused' | 'completed' | 'failed' | 'cancelled';
  readonly problem?: string;
  /** Longest time for which the event loop was blocked, in ms. */
  readonly blockedMs: number;
  readonly ms: number;
}

/** Limit of CPU time of a document, in ms: a run makes up to 200,000 attempts. */
const MAX_CPU_MS = 240_000;

/** Processes a document as the product does: text, import, checks, run. */
export async function runDocument(seed: number): Promise<DocumentEnd> {
  const start = performance.now();
  const before = process.cpuUsage();
  const turns = { longest: 0, last: start };
  const made = hostileDocument(seed);
  turns.last = performance.now();
  const { outcome, problem = slowness(before) } = await attempt(made, turns);
  const ms = Math.round(performance.now() - start);
  return {
    seed,
    outcome,
    ...(problem === undefined ? {} : { problem }),
    blockedMs: Math.round(turns.longest),
    ms,
  };
}

function slowness(before: NodeJS.CpuUsage): string | undefined {
  const { user, system } = process.cpuUsage(before);
  const ms = Math.round((user + system) / 1000);
  return ms > MAX_CPU_MS ? `it took ${ms} ms of the processor` : undefined;
}

interface Turns {
  longest: number;
  last: number;
}

type Attempt = Pick<DocumentEnd, 'outcome' | 'problem'>;

async function attempt({ text, params, answers }: HostileDocument, turns: Turns): Promise<Attempt> {
  const imported = importPipeline(text);
  if (!imported.ok) return { outcome: 'refused' };
  if (!isRunnable(validate(imported.document, catalogue.descriptors))) return { outcome: 'refused' };
  const coerced = coerceRunParams(imported.document.params ?? {}, params);
  if (!coerced.ok) return { outcome: 'refused' };
  return run(imported.document, coerced.params, answers, turns);
}

async function run(
  document: PipelineDocument,
  params: Record<string, Json>,
  answers: readonly Json[],
  turns: Turns,
): Promise<Attempt> {
  const clock = eagerClock();
  let asked = 0;
  const answer = () => answers[asked++ % answers.length] ?? null;
  const runner = new Runner({
    pipeline: normalize(document, catalogue.descriptors),
    catalogue,
    state: foldEvents([createdEvent(clock, params)]),
    journal: writingJournal(),
    clock,
    world: fakeWorld({
      answers: new AnswerMemory(getHeapStatistics().heap_size_limit / 32),
      http: fakeHttp(() => ({ body: answer() })),
      sandbox: async ({ input }) => [...input, answer()],
      secrets: fakeSecrets({ token: 'a-secret-of-this-run' }),
    }),
  });
  let isDone = false;
  const running = runner.run().finally(() => {
    isDone = true;
  });
  running.catch(() => undefined);
  while (!isDone) {
    await nextTurn();
    const now = performance.now();
    turns.longest = Math.max(turns.longest, now - turns.last);
    turns.last = now;
    clock.skip();
  }
  await running;
  const { status, error } = runner.state;
  if (status !== 'completed' && status !== 'failed')
    return { outcome: 'cancelled', problem: `ended ${status}` };
  return error?.kind === 'internal' ? { outcome: status, problem: error.message } : { outcome: status };
}

/** Serialises events as the store does, with a pause after each write. */
function writingJournal(): Journal {
  return {
    append: async (events) => {
      const texts = events.map((event) => JSON.stringify(event));
      await nextTurn();
      if (texts.length !== events.length) throw new Error('Not every event was written.');
    },
  };
}
