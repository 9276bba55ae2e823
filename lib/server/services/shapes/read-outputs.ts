import type { Json, Payload } from '@/engine';
import { listPins } from '../../store/output-pins';
import { newestOutputs, type RunHead, smallPayloads } from '../../store/outputs';
import type { ServiceContext } from '../context';

/** Limit of steps. */
export const MAX_STEPS = 500;
/** Outputs larger than this are not read. */
const PAYLOADS = { maxBytes: 1024 * 1024, totalBytes: 8 * 1024 * 1024 };
/** Longest result of all steps together, in characters of JSON. */
const MAX_ANSWER = 200 * 1024;

/** An output of a step. */
export interface ReadOutput<Run = number> {
  readonly step: string;
  /** Number of its run; null for a pinned output that was entered. */
  readonly run: Run;
  readonly value: Json;
}

/** The newest outputs of steps in some runs, without those that are too large. */
export async function readOutputs(
  ctx: Pick<ServiceContext, 'sql'>,
  runs: readonly RunHead[],
): Promise<ReadOutput[]> {
  const runIds = runs.map((run) => run.id);
  return valuesOf(ctx, await newestOutputs(ctx.sql, runIds, MAX_STEPS));
}

/** The pinned outputs of a pipeline, without those that are too large. */
export async function readPins(
  ctx: Pick<ServiceContext, 'sql'>,
  pipelineId: string,
): Promise<ReadOutput<number | null>[]> {
  const pins = await listPins(ctx.sql, pipelineId);
  return valuesOf(
    ctx,
    pins.slice(0, MAX_STEPS).map(({ step, run, payload }) => ({ step, run, output: payload })),
  );
}

interface Output<Run> {
  readonly step: string;
  readonly run: Run;
  readonly output: Payload;
}

async function valuesOf<Run>(
  ctx: Pick<ServiceContext, 'sql'>,
  outputs: readonly Output<Run>[],
): Promise<ReadOutput<Run>[]> {
  const refs = outputs.flatMap(({ output }) => ('ref' in output ? [output.ref] : []));
  const values = await smallPayloads(ctx.sql, [...new Set(refs)], PAYLOADS);
  return outputs.flatMap(({ step, run, output }) => {
    const value = outputValue(output, (ref) => values.get(ref));
    return value === undefined ? [] : [{ step, run, value }];
  });
}

function outputValue(output: Payload, stored: (ref: string) => Json | undefined): Json | undefined {
  return 'value' in output ? output.value : stored(output.ref);
}

/** As many entries as the limit allows, those of the newest run first. */
export function withinLimit<T>(entries: readonly (readonly [step: string, T])[]): Record<string, T> {
  let left = MAX_ANSWER;
  const kept = entries.filter((entry) => {
    const size = JSON.stringify(entry).length;
    if (size > left) return false;
    left -= size;
    return true;
  });
  return Object.fromEntries(kept);
}
