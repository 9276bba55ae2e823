import type { z } from 'zod';
import {
  chunkKey,
  foldEvents,
  isTerminal,
  type Json,
  type Payload,
  type RunEvent,
  type RunState,
  type UnitAddress,
  type UnitState,
} from '@/engine';
import type {
  IterationPage,
  IterationRow,
  iterationEventsInput,
  listIterationsInput,
} from '@/lib/contracts/iterations';
import { summarize } from '../../store/event-payloads';
import {
  type ChunkedLoop,
  chunkedLoop,
  chunkRun,
  countOpen,
  failedIterations,
  iterationEvents,
} from '../../store/iterations';
import { payloadBodies } from '../../store/payloads';
import { runHeads } from '../../store/runs';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { noSuchRun } from './missing';

/** Longest text of a value on a line, in characters. */
const MAX_TEXT = 200;

/**
 * A page of iterations of a chunked loop.
 * @throws NotFound
 */
export async function listIterations(
  ctx: ServiceContext,
  { runId, step, from, limit, only }: z.output<typeof listIterationsInput>,
): Promise<IterationPage> {
  const loop = await findLoop(ctx, runId, step);
  const { chunks, keyOf } = loop;
  const open = await countOpen(ctx.sql, runId, [...chunks.open.keys()].map(keyOf));
  const wanted = only
    ? await failed(ctx, runId, loop, from, limit + 1)
    : range(from, Math.min(from + limit + 1, chunks.total));
  const rows: IterationRow[] = [];
  for (const [chunk, indexes] of byChunk(wanted.slice(0, limit), chunks.size)) {
    rows.push(...(await rowsOf(ctx, { runId, step, loop, chunk, indexes })));
  }
  return {
    total: chunks.total,
    completed: chunks.completed + open.completed,
    failed: chunks.failed + open.failed,
    rows,
    next: wanted.length > limit ? (wanted[limit] ?? null) : null,
  };
}

/**
 * Events of one iteration after the first event of its chunk; empty before the iteration starts.
 * @throws NotFound
 */
export async function eventsOfIteration(
  ctx: ServiceContext,
  input: z.output<typeof iterationEventsInput>,
): Promise<RunEvent[]> {
  return (await findIteration(ctx, input))?.events ?? [];
}

/**
 * An iteration, and the run of its chunk.
 * @throws NotFound
 */
export async function findIteration(
  ctx: ServiceContext,
  { runId, step, index }: z.output<typeof iterationEventsInput>,
): Promise<{ chunkRunId: string; events: RunEvent[] } | undefined> {
  const { chunks, keyOf } = await findLoop(ctx, runId, step);
  const chunkRunId = await chunkRun(ctx.sql, runId, keyOf(Math.floor(index / chunks.size)));
  if (chunkRunId === undefined) return undefined;
  return { chunkRunId, events: await iterationEvents(ctx.sql, chunkRunId, { from: index, to: index }, true) };
}

/**
 * The state in which an iteration is found, with its item: that of its chunk, where the loop is executed in chunks, or
 * that of the run itself.
 * @param run its id, and its state
 * @param of one iteration with the loops inside it, or all iterations of its chunk without them
 */
export async function stateOfIteration(
  ctx: ServiceContext,
  { run, at, of }: { run: { id: string; state: RunState }; at: UnitAddress; of: 'one' | 'chunk' },
): Promise<RunState> {
  const [index] = at.iteration;
  const { chunks, attempts = [] } = run.state.steps.get(at.step) ?? {};
  if (!chunks || index === undefined || index >= chunks.total) return run.state;
  const chunk = Math.floor(index / chunks.size);
  const chunkRunId = await chunkRun(ctx.sql, run.id, chunkKey(at.step, attempts.length, chunk));
  if (chunkRunId === undefined) return run.state;
  const first = chunk * chunks.size;
  const bounds = of === 'one' ? { from: index, to: index } : { from: first, to: first + chunks.size - 1 };
  const state = foldEvents(await iterationEvents(ctx.sql, chunkRunId, bounds, of === 'one'));
  const loop = state.steps.get(at.step);
  if (!loop?.iterations) return run.state;
  const items = (await itemsOf(ctx, chunks.items[chunk])).map((value) => ({ value }));
  const steps = new Map([...state.steps, [at.step, { ...loop, iterations: { ...loop.iterations, items } }]]);
  return { ...state, steps };
}

async function findLoop(ctx: ServiceContext, runId: string, step: string): Promise<ChunkedLoop> {
  const loop = await chunkedLoop(ctx.sql, runId, step);
  if (loop) return loop;
  const [head] = await runHeads(ctx.sql, [runId]);
  if (!head) throw noSuchRun(ctx, runId);
  throw new NotFound(`The step ${step} of this run is not a loop that runs in chunks.`);
}

/** The first failed iterations from an index on. Reads only chunks that may contain failures. */
async function failed(
  ctx: ServiceContext,
  runId: string,
  { chunks, keyOf }: ChunkedLoop,
  from: number,
  limit: number,
): Promise<number[]> {
  const found: number[] = [];
  for (const chunk of range(Math.floor(from / chunks.size), chunks.items.length)) {
    const mayHaveFailed = chunks.open.has(chunk) || (chunks.ended.get(chunk)?.failed ?? 0) > 0;
    const chunkRunId = mayHaveFailed ? await chunkRun(ctx.sql, runId, keyOf(chunk)) : undefined;
    if (chunkRunId !== undefined)
      found.push(...(await failedIterations(ctx.sql, chunkRunId, from, limit - found.length)));
    if (found.length >= limit) return found;
  }
  return found;
}

interface PartOfPage {
  readonly runId: string;
  readonly step: string;
  readonly loop: ChunkedLoop;
  readonly chunk: number;
  readonly indexes: readonly number[];
}

async function rowsOf(
  ctx: ServiceContext,
  { runId, step, loop, chunk, indexes }: PartOfPage,
): Promise<IterationRow[]> {
  const { chunks, keyOf } = loop;
  const chunkRunId = await chunkRun(ctx.sql, runId, keyOf(chunk));
  const bounds = { from: indexes[0] ?? 0, to: indexes.at(-1) ?? 0 };
  const events = chunkRunId === undefined ? [] : await iterationEvents(ctx.sql, chunkRunId, bounds, false);
  const units = foldEvents(events).steps.get(step)?.iterations?.units;
  const items = await itemsOf(ctx, chunks.items[chunk]);
  return indexes.map((index) => toRow(index, units?.get(index), items[index - chunk * chunks.size]));
}

async function itemsOf(ctx: ServiceContext, list: Payload | undefined): Promise<Json[]> {
  if (!list) return [];
  const [body = '[]'] = await payloadBodies(ctx, [list]);
  const items: Json = JSON.parse(body);
  return Array.isArray(items) ? items : [];
}

function toRow(index: number, unit: UnitState | undefined, item: Json | undefined): IterationRow {
  const { status = 'pending', attempts = [], error, output } = unit ?? {};
  return {
    index,
    status,
    attempts: attempts.length,
    startedAt: unit?.startedAt ?? null,
    finishedAt: unit && isTerminal(status) ? (unit.finishedAt ?? null) : null,
    error: error ? { kind: error.kind, message: error.message } : null,
    item: item === undefined ? '' : textOf({ value: item }),
    output: output ? textOf(output) : null,
  };
}

function textOf(payload: Payload): string {
  if ('ref' in payload) return payload.summary;
  const { value } = payload;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text || summarize(value);
}

function byChunk(indexes: readonly number[], size: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const index of indexes) {
    const chunk = Math.floor(index / size);
    const group = groups.get(chunk);
    if (group) group.push(index);
    else groups.set(chunk, [index]);
  }
  return groups;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
}
