import type { Sql } from 'postgres';
import { foldEvents, runSpans, traceIdOf } from '@/engine';
import type { TracedSpan } from '../adapters/otlp/readable-span';
import { loadEvents } from '../store/load';
import { readRunTrace } from '../store/run-trace';
import { readTracedRun, type TracedRunRow } from '../store/traced-run';

/** The spans of an ended run or chunk; none when it is deleted or not sampled. */
export async function spansOfRun(sql: Sql, id: string): Promise<Iterable<TracedSpan>> {
  const trace = await readRunTrace(sql, id);
  const row = trace?.sampled ? await readTracedRun(sql, id) : undefined;
  if (row === undefined) return [];
  const state = foldEvents(await loadEvents(sql, id));
  const original = await originalOf(sql, row);
  const traceId = traceIdOf({ runId: state.chunk?.of ?? id, trace });
  return traced(traceId, runSpans(state, { attributes: attributesOf(row), original }));
}

function* traced(traceId: string, spans: Iterable<TracedSpan['span']>): Generator<TracedSpan> {
  for (const span of spans) yield { traceId, span };
}

async function originalOf(sql: Sql, { parentRunId }: TracedRunRow) {
  if (parentRunId === null) return undefined;
  const trace = await readRunTrace(sql, parentRunId);
  return trace?.sampled ? { runId: parentRunId, trace } : undefined;
}

function attributesOf({ number, trigger, pipelineName }: TracedRunRow) {
  return {
    'pipewright.run.trigger': trigger,
    'pipewright.pipeline.name': pipelineName,
    ...(number === null ? {} : { 'pipewright.run.number': number }),
  };
}
