import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { openApp } from '@/lib/server';
import { readConfig } from '@/lib/server/config';
import { freePort } from '@/lib/server/testing/free-port';
import { sequence } from './pipelines';
import { startServer, stopServer } from './server';
import { ms, printTable, quantile } from './table';

const CLIENTS = 20;
const RUNS = 2000;
const WARM_UP = 100;
const POLL_MS = 20;

const started = z.object({ id: z.string(), number: z.int() });
const page = z.object({ runs: z.array(z.object({ status: z.string() })) });

/**
 * 20 concurrent clients start runs of 5 steps over HTTP on a production server with its own worker and
 * database.
 */
export async function benchSubmit(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  const pipelineId = await createPipeline(folder);
  const port = await freePort();
  const server = await startServer(folder, port);
  const base = `http://127.0.0.1:${port}`;
  try {
    await load(base, pipelineId, WARM_UP);
    const begin = performance.now();
    const answers = await load(base, pipelineId, RUNS);
    const submitted = performance.now() - begin;
    await untilIdle(base);
    const all = performance.now() - begin;
    printTable(`${CLIENTS} clients start ${RUNS.toLocaleString('en')} runs of 5 steps over HTTP`, [
      { what: 'started', value: `${Math.round((RUNS / submitted) * 1000)} runs/s` },
      {
        what: 'started and ended',
        value: `${Math.round((RUNS / all) * 1000)} runs/s`,
        goal: '>= 300 runs/s',
      },
      { what: 'answer to a start, p50', value: ms(quantile(answers, 0.5)) },
      { what: 'answer to a start, p99', value: ms(quantile(answers, 0.99)) },
    ]);
  } finally {
    await stopServer(server);
    await rm(folder, { recursive: true, force: true });
  }
}

async function createPipeline(folder: string): Promise<string> {
  const app = await openApp(readConfig({ PIPEWRIGHT_DATA_DIR: folder }, process.cwd()));
  const { id } = await app.pipelines.create({ text: JSON.stringify(sequence(5)) });
  await app.close();
  return id;
}

/** Starts this many runs, sequentially in each client; returns how long each start took, in ms. */
async function load(base: string, pipelineId: string, runs: number): Promise<number[]> {
  const times: number[] = [];
  let left = runs;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const begin = performance.now();
      await start(base, pipelineId);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
}

async function start(base: string, pipelineId: string): Promise<void> {
  const response = await fetch(`${base}/api/v1/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ pipelineId }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`A start was answered with ${response.status}: ${text}`);
  started.parse(JSON.parse(text));
}

/** Resolves once all runs have ended. */
async function untilIdle(base: string): Promise<void> {
  const states = ['pending', 'running', 'waiting'];
  for (;;) {
    const pages = await Promise.all(
      states.map(async (status) => {
        const response = await fetch(`${base}/api/v1/runs?status=${status}&limit=1`);
        return page.parse(await response.json());
      }),
    );
    if (pages.every(({ runs }) => runs.length === 0)) return;
    await delay(POLL_MS);
  }
}
