import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { followRun } from '@/client/events';
import { foldEvents, type PipelineDocument, type RunEvent } from '@/engine';
import { createTimelineRows } from '@/engine/run/time/timeline-rows';
import { type App, compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import { type RouteServer, serveRoutes } from '@/lib/server/testing/route-server';
import { benchConfig } from './open';
import { loop, sequence } from './pipelines';
import { ms, printTable, quantile, type Row } from './table';

const READERS = fileURLToPath(new URL('./stream-readers.ts', import.meta.url));
const WATCHERS = 1000;
const STUCK = 200;

interface Bench {
  readonly app: App;
  readonly server: RouteServer;
  /** Number of journal reads so far. */
  reads(): number;
}

/** Readers in a separate process, so that the measured memory is the server's alone. */
function startReaders(url: string, count: number, mode: 'read' | 'stuck'): ChildProcess {
  return fork(READERS, [url, String(count), mode], { execArgv: ['--import', 'tsx'] });
}

async function nextMessage<T>(readers: ChildProcess): Promise<T> {
  const [message] = (await once(readers, 'message')) as [T];
  return message;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}

/** Starts with a wait, so that all readers are connected before the load begins. */
function afterRest(document: PipelineDocument, seconds: number): PipelineDocument {
  const [first, ...rest] = document.steps;
  if (!first) return document;
  const wait = { id: 'rest', action: 'wait', params: { duration: seconds } };
  return { ...document, steps: [wait, { ...first, depends_on: ['rest'] }, ...rest] };
}

async function start({ app }: Bench, document: PipelineDocument): Promise<string> {
  const { id } = await app.pipelines.create({ text: JSON.stringify(document) });
  return (await app.runs.start({ pipelineId: id })).id;
}

/** Waits for the end; returns the duration of the run after its initial wait, in ms, and when it ended. */
async function ended({ app }: Bench, id: string): Promise<{ tookMs: number; endedAt: number }> {
  for (;;) {
    const run = await app.runs.get({ id });
    if (run.finishedAt !== null) {
      const endedAt = Date.parse(run.finishedAt);
      return { tookMs: run.durationMs ?? 0, endedAt };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function watchers(bench: Bench): Promise<Row[]> {
  const id = await start(bench, afterRest(sequence(1000), 25));
  const readers = startReaders(`${bench.server.urlOf(id)}/events`, WATCHERS, 'read');
  const before = process.memoryUsage.rss();
  await nextMessage(readers);
  const [reads, open] = [bench.reads(), process.memoryUsage.rss()];
  let most = open;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const news = nextMessage<{ ends: number[] }>(readers);
  const { endedAt } = await ended(bench, id);
  const { ends } = await news;
  clearInterval(sampling);
  readers.kill();
  const late = ends.map((end) => end - endedAt);
  return [
    {
      what: `${WATCHERS} watchers of one run of 1,000 steps: last event after its end, p50`,
      value: ms(quantile(late, 0.5)),
    },
    { what: '  p99', value: ms(quantile(late, 0.99)) },
    { what: '  reads of the journal, the worker included', value: String(bench.reads() - reads) },
    { what: '  memory of the server for their connections', value: megabytes(open - before) },
    { what: '  and at most more while events flow', value: megabytes(most - open) },
  ];
}

async function stuck(bench: Bench): Promise<Row[]> {
  const times: number[][] = [[], []];
  let held = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    const id = await start(bench, afterRest(sequence(5000), 6));
    const isStuck = turn % 2 === 1;
    const before = process.memoryUsage.rss();
    const readers = isStuck ? startReaders(`${bench.server.urlOf(id)}/events`, STUCK, 'stuck') : undefined;
    if (readers) await nextMessage(readers);
    const { tookMs } = await ended(bench, id);
    times[turn % 2]?.push(tookMs - 6000);
    if (readers) held = Math.max(held, process.memoryUsage.rss() - before);
    readers?.kill();
  }
  const [alone = [], beside = []] = times;
  const [quick, slow] = [Math.min(...alone), Math.min(...beside)];
  return [
    { what: 'a run of 5,000 steps, nobody watching', value: ms(quick) },
    {
      what: `  beside ${STUCK} readers that never read`,
      value: `${ms(slow)} (${(((slow - quick) / quick) * 100).toFixed(0)} %)`,
      goal: '<= 5 %',
    },
    { what: '  memory they cost', value: megabytes(held), goal: '<= 80 MB' },
  ];
}

/** Opens a run as a page does: reads and folds all events and renders the timeline. */
async function open(bench: Bench, id: string, newest: number | undefined): Promise<number> {
  const began = performance.now();
  const events: RunEvent[] = [];
  await followRun({
    runId: id,
    origin: `http://127.0.0.1:${bench.server.port}`,
    ...(newest === undefined ? {} : { snapshots: true, newest }),
    onEvents: (fresh) => {
      for (const event of fresh) events.push(event);
    },
    onContact: () => undefined,
  }).done;
  foldEvents(events);
  const rows = createTimelineRows();
  rows.update(events);
  rows.rows();
  return performance.now() - began;
}

async function opening(bench: Bench, document: PipelineDocument): Promise<Row[]> {
  const id = await start(bench, document);
  await ended(bench, id);
  const { lastSeq } = await bench.app.runs.get({ id });
  const first = await open(bench, id, lastSeq);
  const again = await open(bench, id, lastSeq);
  const streamed = await open(bench, id, undefined);
  const { content } = await bench.app.runs.snapshot({ id, after: 0 });
  return [
    {
      what: `opening a run of ${document.name} (${lastSeq.toLocaleString('en')} events), first time`,
      value: ms(first),
      goal: '<= 1500 ms',
    },
    { what: '  again, or by somebody else', value: ms(again) },
    { what: '  event by event', value: ms(streamed) },
    { what: '  size of the snapshot', value: `${(content.length / 1000).toFixed(0)} kB` },
  ];
}

/** Live events: many readers, stuck readers, and opening long runs. */
export async function benchStreams(): Promise<void> {
  const { config, folder } = await benchConfig();
  const database = await openDatabase(config);
  let reads = 0;
  const sql = new Proxy(database.sql, {
    apply(target, self, args) {
      if (String(args[0]).includes('from run_events')) reads += 1;
      return Reflect.apply(target, self, args);
    },
  });
  const app = await compose(config, { sql, close: database.close });
  const server = await serveRoutes(app);
  const bench: Bench = { app, server, reads: () => reads };
  try {
    printTable('Live events', [...(await watchers(bench)), ...(await stuck(bench))]);
    printTable('Opening a long run', [
      ...(await opening(bench, sequence(10_000))),
      ...(await opening(bench, loop(10_000))),
    ]);
  } finally {
    await server.close();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}
