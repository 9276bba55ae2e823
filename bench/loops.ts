import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PipelineDocument } from '@/engine';
import { type App, compose } from '@/lib/server/compose';
import { readConfig } from '@/lib/server/config';
import { openDatabase } from '@/lib/server/open-database';
import { measure, ms, printTable, quantile, type Row } from './table';

const COUNT = Number(process.env.BENCH_ITERATIONS ?? 100_000);

/** A loop over a fetched list just below the limit of 10 MB; each iteration returns 200 bytes. */
function document(url: string, more: object): PipelineDocument {
  const params = {
    items: '{{steps.list.output.response_body}}',
    max_iterations: COUNT,
    action: 'log',
    action_params: { message: `{{item.name}} ${'y'.repeat(110)}` },
    ...more,
  };
  return {
    name: 'A long loop',
    steps: [
      { id: 'list', action: 'http_request', params: { url, method: 'GET' } },
      { id: 'each', action: 'loop', params },
    ],
  };
}

/** A local server for the list. */
async function startLister(): Promise<{ url: string; stop: () => void }> {
  const items = Array.from({ length: COUNT }, (_, index) => ({ name: `${'x'.repeat(70)} ${index}` }));
  const body = Buffer.from(JSON.stringify(items));
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}

/** Memory of a process, in bytes. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

interface Watched {
  readonly pid: number;
  readonly name: string;
  before: number;
  most: number;
}

async function watched(name: string, pid: number): Promise<Watched> {
  const before = await residentBytes(pid);
  return { name, pid, before, most: before };
}

async function untilEnded(app: App, id: string, processes: readonly Watched[]): Promise<string> {
  for (;;) {
    const { status, finishedAt, error } = await app.runs.get({ id });
    if (status === 'failed') throw new Error(error?.message);
    for (const each of processes) each.most = Math.max(each.most, await residentBytes(each.pid));
    if (finishedAt !== null) return status;
    await delay(250);
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** Starts a worker process, as `npm run worker` does. */
async function startWorker(environment: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = fork('bench/loops-worker.ts', [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...environment },
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)));
  });
  return child;
}

async function page(app: App, runId: string, from: number): Promise<number> {
  const samples = await measure(20, () => app.runs.iterations({ runId, step: 'each', from }));
  return quantile(samples, 0.5);
}

async function cancelLatency(app: App, pipelineId: string): Promise<number> {
  const { id } = await app.runs.start({ pipelineId });
  for (;;) {
    const isUnderWay = await app.runs
      .iterations({ runId: id, step: 'each', limit: 1 })
      .then(({ completed }) => completed > 1000)
      .catch(() => false);
    if (isUnderWay) break;
    await delay(100);
  }
  const from = performance.now();
  await app.runs.cancel({ id });
  await untilEnded(app, id, []);
  return performance.now() - from;
}

/** One long loop on some workers: speed, memory, time to open and to cancel the run. */
async function rowsFor(workers: number, more: object): Promise<Row[]> {
  const given = process.env.DATABASE_URL;
  if (!given)
    throw new Error('Set DATABASE_URL to an empty PostgreSQL database: workers of their own need one.');
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  const environment = { DATABASE_URL: given, PIPEWRIGHT_DATA_DIR: folder, PIPEWRIGHT_WORKER: 'off' };
  const config = readConfig({ ...environment }, process.cwd());
  // A new app for each table: the app of the process would stay closed after the first.
  const app = await compose(config, await openDatabase(config));
  const lister = await startLister();
  const children: ChildProcess[] = [];
  for (let count = 0; count < workers; count += 1) children.push(await startWorker({ ...environment }));
  try {
    const { id: pipelineId } = await app.pipelines.create({
      text: JSON.stringify(document(lister.url, more)),
    });
    const processes = [await watched('web', process.pid)];
    for (const [index, { pid = 0 }] of children.entries()) {
      processes.push(await watched(`worker ${index + 1}`, pid));
    }
    const { id } = await app.runs.start({ pipelineId });
    const started = performance.now();
    const status = await untilEnded(app, id, processes);
    const seconds = (performance.now() - started) / 1000;
    if (status !== 'completed') throw new Error(`The run ended ${status}.`);
    return [
      { what: 'iterations/s', value: String(Math.round(COUNT / seconds)), goal: '>= 200' },
      ...processes.map(({ name, before, most }) => ({
        what: `${name} grew by`,
        value: megabytes(most - before),
        goal: '<= 150 MB',
      })),
      { what: 'first 200 rows, p50', value: ms(await page(app, id, 0)) },
      { what: '200 rows from the middle, p50', value: ms(await page(app, id, COUNT / 2)) },
      { what: 'cancel', value: ms(await cancelLatency(app, pipelineId)), goal: '<= 2,000 ms' },
    ];
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    await app.close();
    lister.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loops of 100,000 iterations, on PostgreSQL and one or two worker processes. */
export async function benchLoops(): Promise<void> {
  const parallel = { parallel: true, max_parallel: 16 };
  const tables = [
    { workers: 2, more: parallel, title: '16 concurrent iterations, 2 workers' },
    { workers: 1, more: parallel, title: '16 concurrent iterations, 1 worker' },
    { workers: 1, more: {}, title: 'one after the other, 1 worker' },
  ];
  const wanted = Number(process.env.BENCH_TABLES ?? tables.length);
  for (const { workers, more, title } of tables.slice(0, wanted)) {
    printTable(`${COUNT} iterations, ${title}`, await rowsFor(workers, more));
  }
}
