import { rm } from 'node:fs/promises';
import type { PipelineDocument } from '@/engine';
import { type App, compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import { floorRow } from './floor';
import { benchConfig } from './open';
import { loop, parallel, sequence } from './pipelines';
import { measure, ms, perSecond, printTable, quantile, type Row } from './table';

async function runToEnd(app: App, pipelineId: string): Promise<void> {
  const { id } = await app.runs.start({ pipelineId });
  const stop = new AbortController();
  const batches = await app.runs.watch({ id, after: 0, signal: stop.signal });
  for await (const events of batches) {
    const last = events.at(-1)?.type;
    if (last === 'run_completed') break;
    if (last === 'run_failed' || last === 'run_cancelled') throw new Error(`The run ended with ${last}.`);
  }
  stop.abort();
}

/** Durations of sequential runs of a pipeline. */
export async function rowsOf(
  app: App,
  document: PipelineDocument,
  steps: number,
  times: number,
  goal?: string,
): Promise<Row[]> {
  const { id } = await app.pipelines.create({ text: JSON.stringify(document) });
  const samples = await measure(times, () => runToEnd(app, id));
  const p50 = quantile(samples, 0.5);
  return [
    { what: `${document.name}, p50`, value: ms(p50), ...(goal ? { goal } : {}) },
    { what: `${document.name}, p95`, value: ms(quantile(samples, 0.95)) },
    { what: `${document.name}, rate`, value: perSecond(steps, p50) },
  ];
}

/** Concurrent runs of 40 steps. */
export async function concurrentRuns(
  app: App,
  pipelineId: string,
  runs: number,
  goal?: string,
): Promise<Row> {
  const samples = await measure(3, () =>
    Promise.all(Array.from({ length: runs }, () => runToEnd(app, pipelineId))),
  );
  const value = perSecond(40 * runs, quantile(samples, 0.5));
  return { what: `${runs} concurrent runs of 40 steps`, value, ...(goal ? { goal } : {}) };
}

/** Complete runs with the journal in the embedded PostgreSQL, from the start to the last received event. */
export async function benchRuns(): Promise<void> {
  const { config, folder } = await benchConfig();
  const database = await openDatabase(config);
  const app = await compose(config, database);
  try {
    const rows = [
      await floorRow(database.sql),
      ...(await rowsOf(app, { ...sequence(1), name: '1 step' }, 1, 60, '<= 8 ms')),
      ...(await rowsOf(app, sequence(40), 40, 60, '<= 40 ms')),
      ...(await rowsOf(app, parallel(200), 200, 30)),
      ...(await rowsOf(app, loop(1000), 1000, 10)),
    ];
    const { id } = await app.pipelines.create({ text: JSON.stringify(sequence(40)) });
    rows.push(await concurrentRuns(app, id, 25), await concurrentRuns(app, id, 100, '>= 10,000 steps/s'));
    printTable('Runs through journal and PostgreSQL', rows);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}
