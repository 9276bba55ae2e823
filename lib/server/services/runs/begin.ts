import { isDeepStrictEqual } from 'node:util';
import {
  coerceRunParams,
  type DebugSettings,
  type Diagnostic,
  type JsonObject,
  type ParamDeclaration,
  validation,
  withoutRequired,
} from '@/engine';
import type { StartedRun } from '@/lib/contracts/runs';
import { newId } from '../../ids';
import { inTurns } from '../../in-turns';
import { concurrencyOf, type Definition } from '../../store/definitions';
import type { NewRun } from '../../store/new-runs';
import { isMissingReference } from '../../store/retry';
import { findByKey, insertOnce, type KeyedRun } from '../../store/submissions';
import { newTrace } from '../../tracing/new-trace';
import type { ServiceContext } from '../context';
import { Conflict, Invalid } from '../errors';
import { doesNotExist } from '../not-found';
import { noVersion } from '../pipelines/restore-version';
import type { Place } from '../queue-limit';
import { listSecretNames } from '../secrets/list';
import { debugOfRun } from './debug/debug-of-run';
import { refused } from './plan-record';
import { choose, type Placed, placeOf, type RunSource } from './run-source';

/** The start of a run. */
export interface RunRequest extends RunSource {
  readonly params: JsonObject;
}

/** A start whose params are derived from the declarations of the version that runs. */
export interface DeclaredRunRequest extends RunSource {
  readonly params: (declared: Readonly<Record<string, ParamDeclaration>>) => JsonObject | Promise<JsonObject>;
}

/**
 * Checks a pipeline and the params of a run, inserts the run and notifies the worker. Never waits for the
 * run.
 * @throws Invalid with `Diagnostic[]` as details
 * @throws NotFound
 * @throws Conflict when the idempotency key belongs to a different request
 * @throws QueueFull
 * @throws StorageFull
 */
export async function beginRun(ctx: ServiceContext, request: RunRequest): Promise<StartedRun> {
  const { idempotencyKey } = request;
  if (idempotencyKey === undefined) return makeRun(ctx, request);
  const existing = await findByKey(ctx.sql, request.pipelineId, idempotencyKey);
  return existing ? sameRun(ctx, existing, request) : makeRun(ctx, { ...request, idempotencyKey });
}

function makeRun(ctx: ServiceContext, request: RunRequest): Promise<StartedRun> {
  return ctx.storage.admit(() => makeCurrent(ctx, request));
}

/** Runs the draft, unless the request names a version. */
async function makeCurrent(ctx: ServiceContext, request: RunRequest): Promise<StartedRun> {
  const guess = await prepareGuess(ctx, request);
  const made = guess && (await insert(ctx, guess, request));
  if (made) return made;
  const run = await insert(ctx, await prepareRun(ctx, request), request);
  if (!run) throw doesNotExist('pipeline', request.pipelineId);
  return run;
}

/**
 * An optimistic start of the cached current version, inserted only if it still is current: saves a query for
 * most starts. Undefined without a cached version, or when that version cannot run.
 */
async function prepareGuess(ctx: ServiceContext, request: RunRequest): Promise<PreparedRun | undefined> {
  const version = ctx.definitions.lastCurrent(request.pipelineId);
  if (version === undefined || request.version !== undefined || request.revision !== undefined)
    return undefined;
  try {
    const { run, place } = await prepareRun(ctx, { ...request, version });
    return { run: { ...run, isCurrent: true }, place };
  } catch (error) {
    // A newer version may be able to run.
    if (error instanceof Invalid) return undefined;
    throw error;
  }
}

/** A run to be inserted, with its place in the queue, which the caller frees. */
export interface PreparedRun {
  readonly run: NewRun;
  readonly place: Place;
}

/**
 * Checks a pipeline and the params of a run, for callers that insert the run together with other rows.
 * @throws Invalid with `Diagnostic[]` as details
 * @throws NotFound
 * @throws QueueFull
 */
export async function prepareRun(
  ctx: ServiceContext,
  request: RunRequest | DeclaredRunRequest,
): Promise<PreparedRun> {
  const { version, place, params, settings, debug } = await check(ctx, request);
  const id = newId('run');
  const { params: _, blocking: __, breakpoints: ___, sent, ...source } = request;
  const { pipelineId, parentRunId, rerun } = source;
  const trace = newTrace(id, sent, ctx.sampler);
  const run: NewRun = {
    ...source,
    ...settings,
    driver: ctx.driver,
    id,
    version,
    created: {
      seq: 1,
      at: ctx.now().toISOString(),
      type: 'run_created',
      run_id: id,
      pipeline_id: pipelineId,
      version,
      params,
      ...(parentRunId === undefined ? {} : { parent_run_id: parentRunId }),
      ...(rerun ? { rerun } : {}),
      ...(trace ? { trace } : {}),
      ...(debug ? { debug } : {}),
    },
  };
  return { run, place };
}

/** Undefined when the pipeline was deleted or the cached version is no longer current. */
async function insert(
  ctx: ServiceContext,
  { run, place }: PreparedRun,
  request: RunRequest,
): Promise<StartedRun | undefined> {
  const { idempotencyKey } = request;
  const result = await insertNew(ctx, run, idempotencyKey)
    .catch((error: unknown) => {
      // Retention may have deleted a cached version.
      if (isMissingReference(error)) throw noVersion(run.pipelineId, run.version);
      throw error;
    })
    .finally(() => place.free());
  if (result === undefined) return undefined;
  if ('existing' in result) return sameRun(ctx, result.existing, request);
  ctx.wakeWorker();
  return { id: run.id, number: result.made, version: run.version };
}

async function insertNew(
  { sql, runInserter }: ServiceContext,
  run: NewRun,
  idempotencyKey: string | undefined,
): Promise<{ made: number } | { existing: KeyedRun } | undefined> {
  if (idempotencyKey !== undefined) return insertOnce(sql, { ...run, idempotencyKey });
  const made = await runInserter.insert(run);
  return made === undefined ? undefined : { made };
}

/**
 * The run of an idempotency key, if the request is the same, compared with the run's own version.
 * @throws Conflict
 */
async function sameRun(ctx: ServiceContext, run: KeyedRun, request: RunRequest): Promise<StartedRun> {
  const definition = await ctx.definitions.find(request.pipelineId, run.version);
  const coerced = coerceRunParams(definition?.pipeline.params ?? {}, request.params);
  const isSame =
    coerced.ok &&
    isDeepStrictEqual(coerced.params, run.params) &&
    (request.version ?? run.version) === run.version;
  if (isSame) return { id: run.id, number: run.number, version: run.version, existing: true };
  throw new Conflict(
    `The idempotency key belongs to run ${run.number} of this pipeline, which was started with another version or other params. Use a new key for a new run.`,
    { details: { id: run.id, number: run.number } },
  );
}

async function check(ctx: ServiceContext, request: RunRequest | DeclaredRunRequest): Promise<Checked> {
  const chosen = await choose(ctx, request);
  const { definition } = chosen;
  const { blocking = errorsOf } = request;
  const errors = blocking(await problemsOf(ctx, definition));
  if (errors.length > 0) throw refused('The pipeline cannot run', errors);
  const declared = request.blocking
    ? withoutRequired(definition.pipeline.params)
    : definition.pipeline.params;
  const given = typeof request.params === 'function' ? await request.params(declared) : request.params;
  const coerced = coerceRunParams(declared, given);
  if (!coerced.ok) throw refused('The run cannot start', coerced.problems);
  const { pipeline } = definition;
  const debug = await debugOfRun(ctx, request.pipelineId, pipeline, request.breakpoints);
  const placed = await placeOf(ctx, request, chosen);
  // The draft was edited meanwhile: check the new one.
  if (placed === undefined) return check(ctx, request);
  const priority = request.priority ?? definition.pipeline.settings.priority ?? 0;
  return {
    ...placed,
    debug,
    params: coerced.params,
    settings: { concurrency: concurrencyOf(definition.pipeline), priority },
  };
}

interface Checked extends Placed {
  readonly debug: DebugSettings | undefined;
  readonly params: JsonObject;
  readonly settings: { readonly concurrency: number; readonly priority: number };
}

function errorsOf(problems: readonly Diagnostic[]): Diagnostic[] {
  return problems.filter(({ severity }) => severity === 'error');
}

/** A version never changes, but the secrets that it names may. */
export async function problemsOf(
  ctx: ServiceContext,
  { document, problems, text }: Definition,
): Promise<readonly Diagnostic[]> {
  if (!text.includes('secrets')) return problems;
  const known = { secrets: await listSecretNames(ctx), maxSteps: ctx.maxSteps };
  return inTurns(validation(document, ctx.descriptors, known));
}
