import { type Json, type JsonObject, type Scope, templateReferences } from '@/engine';
import { type CompletedSteps, newestWithCompleted } from '../../store/completed-steps';
import type { ServiceContext } from '../context';

/** Data for a trial, with its origin. */
export interface LastData {
  readonly from: string;
  readonly scope: Scope;
  readonly output: (step: string) => Json | undefined;
}

/** Names that do not depend on a run. */
const ALWAYS = new Set(['now', 'pipeline_id']);

/**
 * Data of the newest run in which every step that the value reads completed.
 * @param source the step whose output is used when no value is set
 * @returns undefined when there is no such run
 */
export async function lastData(
  ctx: Pick<ServiceContext, 'sql' | 'blobs' | 'now'>,
  wanted: {
    readonly pipelineId: string;
    readonly value: Json | undefined;
    readonly source: string | undefined;
  },
): Promise<LastData | undefined> {
  const references = templateReferences(wanted.value ?? null).map(({ reference }) => reference);
  const read = references.flatMap(({ step }) => step ?? []);
  const steps = [...new Set(wanted.source === undefined ? read : [...read, wanted.source])];
  if (wanted.source === undefined && references.every(({ root }) => ALWAYS.has(root))) {
    return dataOf(ctx, wanted.pipelineId, 'the value of input', undefined);
  }
  const run = await newestWithCompleted(ctx, wanted.pipelineId, steps);
  return run && dataOf(ctx, wanted.pipelineId, `run ${run.number}`, run);
}

function dataOf(
  ctx: Pick<ServiceContext, 'now'>,
  pipelineId: string,
  from: string,
  run: CompletedSteps | undefined,
): LastData {
  const params: JsonObject = { ...run?.params };
  const output = (step: string) => run?.outputs.get(step);
  return {
    from,
    output,
    scope: {
      names: {
        params,
        now: ctx.now().toISOString(),
        pipeline_id: pipelineId,
        execution_id: run?.runId ?? '',
      },
      step: (id) => {
        const value = output(id);
        return value === undefined ? undefined : { status: 'completed', output: value, error: undefined };
      },
    },
  };
}
