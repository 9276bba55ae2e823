import type { Json, Payload } from '@/engine';
import { newestOutputs, type RunHead, type StepOutput, smallPayloads } from '../../store/outputs';
import type { ServiceContext } from '../context';

/** Limit of steps. */
export const MAX_STEPS = 500;
/** Outputs larger than this are not read. */
const PAYLOADS = { maxBytes: 1024 * 1024, totalBytes: 8 * 1024 * 1024 };
/** Longest result of all steps together, in characters of JSON. */
const MAX_ANSWER = 200 * 1024;

/** The newest output of a step. */
export interface ReadOutput {
  readonly step: string;
  /** Number of its run. */
  readonly run: number;
  readonly value: Json;
}

/** The newest outputs of steps in some runs, without those that are too large. */
export async function readOutputs(
  ctx: Pick<ServiceContext, 'sql'>,
  runs: readonly RunHead[],
): Promise<ReadOutput[]> {
  const runIds = runs.map((run) => run.id);
  const outputs = await newestOutputs(ctx.sql, runIds, MAX_STEPS);
  const refs = outputs.flatMap(({ output }) => ('ref' in output ? [output.ref] : []));
  const values = await smallPayloads(ctx.sql, [...new Set(refs)], PAYLOADS);
  return outputs.flatMap((each) => readOutput(each, (ref) => values.get(ref)));
}

function readOutput({ step, run, output }: StepOutput, stored: (ref: string) => Json | undefined) {
  const value = outputValue(output, stored);
  return value === undefined ? [] : [{ step, run, value }];
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
