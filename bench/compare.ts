import { rm } from 'node:fs/promises';
import { buildGraph, diffRuns, lineageOf, normalize, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import type { StoredText } from '@/lib/server/store/outline/diff/container';
import { diffStored } from '@/lib/server/store/outline/diff/diff-stored';
import { storedText } from '@/lib/server/store/outline/diff/stored-text';
import { type OutlinedPayload, outlinedPayload } from '@/lib/server/store/outlined-payloads';
import { runInMemory } from './in-memory';
import { benchConfig } from './open';
import { sequence } from './pipelines';
import { storeLargeOutput } from './stored-output';
import { measure, ms, printTable, quantile } from './table';

const STEPS = 1000;
const TIMES = 20;
const MB = 1_000_000;
const OUTPUT_TIMES = 5;

/** Comparisons and lineages in one process: two runs of 1,000 steps in memory, and stored outputs of 100 MB. */
export async function benchCompare(): Promise<void> {
  const document: PipelineDocument = sequence(STEPS);
  const [left, right] = [await ran(document), await ran(document)];
  const { descriptors } = catalogue;
  const runs = await measure(TIMES, () => diffRuns(left, right, descriptors));
  const graph = buildGraph(left.pipeline, descriptors);
  const last = left.pipeline.steps.at(-1)?.id;
  const place = { of: 'output', step: last, path: [] } as const;
  const lineages = await measure(TIMES, () => lineageOf(place, { graph, descriptors, state: left.state }));
  const outputs = await compareOutputs();
  printTable('Comparisons', [
    { what: `two runs of ${STEPS} steps, p50`, value: ms(quantile(runs, 0.5)), goal: '<= 300 ms' },
    { what: '  p95', value: ms(quantile(runs, 0.95)), goal: '<= 300 ms' },
    { what: `lineage in a run of ${STEPS} steps, p95`, value: ms(quantile(lineages, 0.95)) },
    ...rowsOf('two outputs of 100 MB, one change', outputs.one),
    ...rowsOf('two outputs of 100 MB, changes at both ends', outputs.ends),
  ]);
}

function rowsOf(what: string, { durationMs, memoryMb, total }: Awaited<ReturnType<typeof compared>>) {
  return [
    { what: `${what}, p50`, value: ms(durationMs), goal: '<= 2,000 ms' },
    { what: '  memory', value: `${Math.round(memoryMb)} MB` },
    { what: '  differences', value: String(total) },
  ];
}

async function ran(document: PipelineDocument): Promise<Parameters<typeof diffRuns>[0]> {
  const { state } = await runInMemory(document);
  return { state, pipeline: normalize(document, catalogue.descriptors) };
}

/** The differences of stored outputs of 100 MB: of one row, and of the first and the last ones. */
async function compareOutputs() {
  const { config, folder } = await benchConfig();
  const app = await compose(config, await openDatabase(config));
  const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(sequence(1)) });
  const { id } = await app.runs.start({ pipelineId });
  const stored: OutlinedPayload[] = [];
  for (const changed of [[], [0.5], [0.001, 0.999]]) {
    const { hash } = await storeLargeOutput(app.context, id, changed);
    const payload = await outlinedPayload(app.context, id, hash);
    if (payload) stored.push(payload);
  }
  const [base, one, ends] = stored.map(storedText);
  const results = { one: await compared(base, one), ends: await compared(base, ends) };
  await app.close();
  await rm(folder, { recursive: true, force: true });
  return results;
}

async function compared(left: StoredText | undefined, right: StoredText | undefined) {
  let total = 0;
  await diffStored(left, right);
  global.gc?.();
  const before = process.memoryUsage.rss();
  const times = await measure(OUTPUT_TIMES, async () => {
    ({ total } = await diffStored(left, right));
  });
  return { durationMs: quantile(times, 0.5), total, memoryMb: (process.memoryUsage.rss() - before) / MB };
}
