import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { PipelineDocument, StepDocument } from '@/engine';
import type { Http } from '@/engine/ports';
import { type App, compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import { benchConfig } from './open';
import { ms, printTable, quantile, type Row } from './table';

/** Runs of the other pipeline in each measurement, and the pause between two in ms. */
const OTHER_RUNS = 300;
const PAUSE_MS = 50;

const ENDED = new Set(['run_completed', 'run_failed', 'run_cancelled']);

const quick: PipelineDocument = {
  name: 'Quick',
  steps: [{ id: 'a', action: 'log', params: { message: 'a' } }],
};

/**
 * A service that returns a different text each time, with the length in its path. Building the text costs
 * nothing here, since a real service would run on another machine.
 */
function service(): Http {
  const text = new TextEncoder().encode(Array.from({ length: 1_100_000 }, (_, n) => `${n} `).join(''));
  let answers = 0;
  return ({ url }) => {
    answers += 1;
    const body = text.subarray(answers, answers + Number(new URL(url).pathname.slice(1)));
    return Promise.resolve({ status: 200, headers: { 'content-type': 'text/plain' }, body });
  };
}

const request = (id: string, characters: number, after: readonly string[]): StepDocument => ({
  id,
  action: 'http_request',
  params: { url: `https://example.org/${characters}` },
  depends_on: [...after],
});

/** A chain of steps, each computed from the previous one. */
function chain(name: string, length: number, next: (before: string) => string | string[]): PipelineDocument {
  const steps = Array.from({ length }, (_, at): StepDocument => {
    const value = at === 0 ? [1] : next(`{{steps.s${at - 1}.output.value}}`);
    return { id: `s${at}`, action: 'set_output', params: { key: 'k', value } };
  });
  return { name, steps };
}

function largeResults(): PipelineDocument {
  const params = {
    items: Array.from({ length: 1000 }, (_, at) => at),
    max_iterations: 1000,
    action: 'http_request',
    action_params: { url: 'https://example.org/1500000' },
    on_item_failure: 'continue',
    parallel: true,
  };
  return { name: 'Loop of large results', steps: [{ id: 'all', action: 'loop', params }] };
}

function largeSources(): PipelineDocument {
  const sources = Array.from({ length: 1000 }, (_, at) => `a${at}`);
  return {
    name: 'Aggregate of 1,000 large outputs',
    steps: [
      ...sources.map((id, at) => request(id, 5_000_000, at === 0 ? [] : [`a${at - 1}`])),
      { id: 'all', action: 'aggregate', params: { sources, strategy: 'concat' } },
    ],
  };
}

const hostile = [
  chain('24 values, each twice the one before', 24, (before) => [before, before]),
  chain('10,000 nested lists', 10_000, (before) => [before]),
  largeResults(),
  largeSources(),
];

/** Latency of another pipeline's runs beside documents that request as much memory as possible. */
export async function benchHostile(): Promise<void> {
  const { config, folder } = await benchConfig();
  const app = await compose({ ...config, drainMs: 0 }, await openDatabase(config), {
    world: { http: service() },
  });
  try {
    const other = await create(app, quick);
    await othersRuns(app, other);
    const alone = await othersRuns(app, other);
    const rows: Row[] = rowsOf('alone', alone);
    for (const document of hostile) {
      const id = await create(app, document);
      const stop = new AbortController();
      const ends = keepBusy(app, id, stop.signal);
      const beside = await othersRuns(app, other);
      stop.abort();
      rows.push(...rowsOf(document.name ?? '', beside, alone), {
        what: '  ended',
        value: String(await ends),
      });
    }
    printTable('Runs of one step beside hostile documents', rows);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function create(app: App, document: PipelineDocument): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify(document) })).id;
}

async function othersRuns(app: App, pipelineId: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < OTHER_RUNS; n += 1) {
    const from = performance.now();
    await untilEnded(app, (await app.runs.start({ pipelineId })).id, new AbortController());
    times.push(performance.now() - from);
    await delay(PAUSE_MS);
  }
  return times;
}

/** Keeps one run of a pipeline active; returns how many have ended. */
async function keepBusy(app: App, pipelineId: string, signal: AbortSignal): Promise<number> {
  for (let ended = 0; ; ended += 1) {
    const { id } = await app.runs.start({ pipelineId });
    const stop = new AbortController();
    const cancel = () => {
      stop.abort();
      app.runs.cancel({ id }).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    await untilEnded(app, id, stop);
    signal.removeEventListener('abort', cancel);
    if (signal.aborted) return ended;
  }
}

async function untilEnded(app: App, id: string, stop: AbortController): Promise<void> {
  for await (const events of await app.runs.watch({ id, after: 0, signal: stop.signal })) {
    if (ENDED.has(events.at(-1)?.type ?? '')) break;
  }
  stop.abort();
}

/** @param alone times of the same runs without load, for the ratio */
function rowsOf(what: string, times: readonly number[], alone?: readonly number[]): Row[] {
  return ([50, 99] as const).map((percent) => {
    const time = quantile(times, percent / 100);
    const ratio = alone && ` (${(time / quantile(alone, percent / 100)).toFixed(1)} x)`;
    return { what: `${what}, p${percent}`, value: `${ms(time)}${ratio ?? ''}` };
  });
}
