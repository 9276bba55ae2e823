import {
  buildGraph,
  diffJson,
  diffRuns,
  type Json,
  lineageOf,
  normalize,
  type PipelineDocument,
} from '@/engine';
import { catalogue } from '@/engine/actions';
import { runInMemory } from './in-memory';
import { sequence } from './pipelines';
import { measure, ms, printTable, quantile } from './table';

const STEPS = 1000;
const TIMES = 20;
const MB = 1_000_000;
const VALUE_BYTES = 100 * MB;
const ROW = { name: 'x'.repeat(60), tags: ['a', 'b'], size: 12.5, ok: true };

/** Comparisons and lineages in one process, without a database: two runs of 1,000 steps, and two values of 100 MB. */
export async function benchCompare(): Promise<void> {
  const document: PipelineDocument = sequence(STEPS);
  const [left, right] = [await ran(document), await ran(document)];
  const { descriptors } = catalogue;
  const runs = await measure(TIMES, () => diffRuns(left, right, descriptors));
  const graph = buildGraph(left.pipeline, descriptors);
  const last = left.pipeline.steps.at(-1)?.id;
  const place = { of: 'output', step: last, path: [] } as const;
  const lineages = await measure(TIMES, () => lineageOf(place, { graph, descriptors, state: left.state }));
  const values = await compareValues();
  printTable('Comparisons', [
    { what: `two runs of ${STEPS} steps, p50`, value: ms(quantile(runs, 0.5)), goal: '<= 300 ms' },
    { what: '  p95', value: ms(quantile(runs, 0.95)), goal: '<= 300 ms' },
    { what: `lineage in a run of ${STEPS} steps, p95`, value: ms(quantile(lineages, 0.95)) },
    { what: 'two values of 100 MB in memory, one change', value: ms(values.durationMs), goal: '<= 2,000 ms' },
    { what: '  memory of the comparison', value: `${Math.round(values.memoryMb)} MB` },
    { what: '  differences', value: String(values.total) },
  ]);
}

async function ran(document: PipelineDocument): Promise<Parameters<typeof diffRuns>[0]> {
  const { state } = await runInMemory(document);
  return { state, pipeline: normalize(document, catalogue.descriptors) };
}

async function compareValues() {
  const rows = Math.floor(VALUE_BYTES / (JSON.stringify(ROW).length + 1));
  const [left, right] = [rowsWith(rows, -1), rowsWith(rows, Math.floor(rows / 2))];
  global.gc?.();
  const before = process.memoryUsage().heapUsed;
  let total = 0;
  const [durationMs = Number.NaN] = await measure(1, () => {
    ({ total } = diffJson(left, right));
  });
  return { durationMs, total, memoryMb: (process.memoryUsage().heapUsed - before) / MB };
}

/** A list of rows, with another one at a position. */
function rowsWith(rows: number, changed: number): Json {
  return { rows: Array.from({ length: rows }, (_, at) => ({ ...ROW, ok: at !== changed })), total: rows };
}
