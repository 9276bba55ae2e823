import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { PipelineDocument } from '@/engine';
import type { App } from '@/lib/server/compose';
import { compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import { isServiceError } from '@/lib/server/services/errors';
import { benchConfig } from './open';
import { ms, printTable, quantile, type Row } from './table';

/** Concurrent runs of the busy pipeline, and endless functions in each. */
const BUSY_RUNS = 5;
const ENDLESS = 40;

/** Runs of the other pipeline in each measurement, and its time limit in ms. */
const OTHER_RUNS = 40;
const MEASURED_MS = 60_000;

/** Pause between two runs of the other pipeline, in ms. */
const PAUSE_MS = 100;

/** Concurrent clients of the flood. */
const CLIENTS = 20;

const ENDED = new Set(['run_completed', 'run_failed', 'run_cancelled']);

const endless = functions('Endless functions', ENDLESS, '() => { for (;;); }');
const trivial = functions('A trivial function', 1, '(x) => x + 1');
const slow: PipelineDocument = {
  name: 'One run at a time',
  settings: { concurrency: 1 },
  steps: [{ id: 'wait', action: 'wait', params: { duration: 3600 } }],
};
const quick: PipelineDocument = {
  name: 'Quick',
  steps: [{ id: 'a', action: 'log', params: { message: 'a' } }],
};

function functions(name: string, count: number, source: string): PipelineDocument {
  return {
    name,
    settings: { max_parallel_steps: count },
    steps: Array.from({ length: count }, (_, n) => ({
      id: `f${n}`,
      action: 'transform',
      params: { input: [1], operation: 'map', function: source },
      depends_on: [],
    })),
  };
}

/** Latency of pipelines beside one that uses the sandbox or the queue as much as it can. */
export async function benchFairness(): Promise<void> {
  await withApp(async (app) => printTable('Beside 200 endless functions', await sandboxRows(app)));
  await withApp(async (app) => printTable('Beside a pipeline that floods the queue', await queueRows(app)));
}

async function withApp(work: (app: App) => Promise<void>): Promise<void> {
  const { config, folder } = await benchConfig();
  const app = await compose({ ...config, drainMs: 0 }, await openDatabase(config));
  try {
    await work(app);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sandboxRows(app: App): Promise<Row[]> {
  const [busy, other] = [await create(app, endless), await create(app, trivial)];
  await othersRuns(app, other);
  const alone = await othersRuns(app, other);
  const stop = new AbortController();
  const load = Array.from({ length: BUSY_RUNS }, () => keepBusy(app, busy, stop.signal));
  await delay(1000);
  const beside = await othersRuns(app, other);
  stop.abort();
  await Promise.all(load);
  return [
    ...rowsOf('run of a trivial function, alone', alone),
    ...rowsOf('run of a trivial function, beside', beside, '<= 2,000 ms'),
  ];
}

async function queueRows(app: App): Promise<Row[]> {
  const [flooding, other] = [await create(app, slow), await create(app, quick)];
  const alone = await othersRuns(app, other);
  const accepted = await fill(app, flooding);
  const stop = new AbortController();
  const flood = floodOn(app, flooding, stop.signal);
  const beside = await othersRuns(app, other);
  stop.abort();
  return [
    { what: 'accepted of the pipeline that floods', value: accepted.toLocaleString('en'), goal: '5,001' },
    { what: 'refused of it while others run', value: (await flood).toLocaleString('en') },
    ...rowsOf('run of another pipeline, alone', alone),
    ...rowsOf('run of another pipeline, beside', beside, '<= 2,000 ms'),
  ];
}

async function create(app: App, document: PipelineDocument): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify(document) })).id;
}

/** Times from the request to the end of the run, in ms, and the number of refused requests. */
interface Others {
  readonly times: readonly number[];
  readonly refused: number;
}

async function othersRuns(app: App, pipelineId: string): Promise<Others> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + MEASURED_MS;
  for (let n = 0; n < OTHER_RUNS && performance.now() < end; n += 1) {
    const from = performance.now();
    const id = await start(app, pipelineId);
    if (id === undefined) refused += 1;
    else await untilEnded(app, id);
    if (id !== undefined) times.push(performance.now() - from);
    await delay(PAUSE_MS);
  }
  return { times, refused };
}

/** Keeps one run of a pipeline active. */
async function keepBusy(app: App, pipelineId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { id } = await app.runs.start({ pipelineId });
    const ended = new AbortController();
    const cancel = () => {
      ended.abort();
      app.runs.cancel({ id }).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    for await (const events of await app.runs.watch({ id, after: 0, signal: ended.signal })) {
      if (ENDED.has(events.at(-1)?.type ?? '')) break;
    }
    signal.removeEventListener('abort', cancel);
  }
}

/** Starts a run; undefined when the queue is full. */
async function start(app: App, pipelineId: string): Promise<string | undefined> {
  try {
    return (await app.runs.start({ pipelineId })).id;
  } catch (error) {
    if (isServiceError(error) && error.code === 'queue_full') return undefined;
    throw error;
  }
}

async function untilEnded(app: App, id: string): Promise<void> {
  const stop = new AbortController();
  for await (const events of await app.runs.watch({ id, after: 0, signal: stop.signal })) {
    const last = events.at(-1)?.type;
    if (last === 'run_completed') break;
    if (last === 'run_failed' || last === 'run_cancelled') throw new Error(`The run ended with ${last}.`);
  }
  stop.abort();
}

/** Starts runs until one is refused; returns how many were accepted. */
async function fill(app: App, pipelineId: string): Promise<number> {
  let accepted = 0;
  const client = async () => {
    while ((await start(app, pipelineId)) !== undefined) accepted += 1;
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return accepted;
}

/** Continues to start runs; returns how many were refused. */
async function floodOn(app: App, pipelineId: string, signal: AbortSignal): Promise<number> {
  let refused = 0;
  const client = async () => {
    while (!signal.aborted) {
      if ((await start(app, pipelineId)) === undefined) refused += 1;
      await delay(10);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return refused;
}

function rowsOf(what: string, { times, refused }: Others, goal?: string): Row[] {
  const max = times.length === 0 ? Number.NaN : Math.max(...times);
  return [
    { what: `${what}, p50`, value: ms(quantile(times, 0.5)) },
    { what: `${what}, p99`, value: ms(quantile(times, 0.99)), ...(goal ? { goal } : {}) },
    { what: `${what}, longest`, value: ms(max) },
    { what: `${what}, refused`, value: String(refused), ...(goal ? { goal: '0' } : {}) },
  ];
}
