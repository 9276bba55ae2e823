import { coerceRunParams, type Diagnostic, validate } from '@/engine/index';
import type { JsonObject } from '@/engine/json';
import type { Trigger } from '@/lib/contracts/runs';
import { concurrencyOf, type Definition } from '../../store/definitions';
import { currentVersion } from '../../store/pipelines';
import { insertRun } from '../../store/runs';
import type { ServiceContext } from '../context';
import { Invalid, NotFound } from '../errors';
import { newId } from '../ids';
import { listSecretNames } from '../secrets/list';

/** What a run begins with. */
export interface RunRequest {
  readonly pipelineId: string;
  /** @default the current version */
  readonly version: number | undefined;
  readonly params: JsonObject;
  readonly trigger: Trigger;
  readonly parentRunId?: string;
}

/**
 * Checks a pipeline and the params of a run, then makes the run and wakes the worker. Never waits for the run.
 * @throws Invalid with `Diagnostic[]` as details
 * @throws NotFound
 */
export async function beginRun(
  ctx: ServiceContext,
  request: RunRequest,
): Promise<{ id: string; number: number }> {
  const { version, params, concurrency } = await check(ctx, request);
  const id = newId('run');
  const number = await insertRun(ctx.sql, {
    id,
    pipelineId: request.pipelineId,
    version,
    trigger: request.trigger,
    concurrency,
    created: {
      seq: 1,
      at: ctx.now().toISOString(),
      type: 'run_created',
      run_id: id,
      pipeline_id: request.pipelineId,
      version,
      params,
      ...(request.parentRunId === undefined ? {} : { parent_run_id: request.parentRunId }),
    },
  });
  if (number === undefined) throw gone(request.pipelineId);
  ctx.wakeWorker();
  return { id, number };
}

async function check(ctx: ServiceContext, request: RunRequest) {
  const { pipelineId } = request;
  const version = request.version ?? (await currentVersion(ctx.sql, pipelineId));
  if (version === undefined) throw gone(pipelineId);
  const definition = await ctx.definitions.find(pipelineId, version);
  if (!definition) throw new NotFound(`The pipeline ${pipelineId} has no version ${version}.`);
  const errors = (await problemsOf(ctx, definition)).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw refused('The pipeline cannot run', errors);
  const coerced = coerceRunParams(definition.pipeline.params, request.params);
  if (!coerced.ok) throw refused('The run cannot start', coerced.problems);
  return { version, params: coerced.params, concurrency: concurrencyOf(definition.pipeline) };
}

/** A version never changes, but the secrets that it names may. */
async function problemsOf(
  ctx: ServiceContext,
  { document, problems, text }: Definition,
): Promise<readonly Diagnostic[]> {
  if (!text.includes('secrets')) return problems;
  return validate(document, ctx.descriptors, { secrets: await listSecretNames(ctx) });
}

function refused(what: string, problems: readonly Diagnostic[]): Invalid {
  const rest = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  return new Invalid(`${what}: ${problems[0]?.message ?? 'it has problems.'}${rest}`, { details: problems });
}

function gone(pipelineId: string): NotFound {
  return new NotFound(`There is no pipeline ${pipelineId}. It may have been deleted.`);
}
