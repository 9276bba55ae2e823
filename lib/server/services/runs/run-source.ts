import type { Diagnostic, JsonObject, RerunRequest, SentTrace } from '@/engine';
import type { Trigger } from '@/lib/contracts/runs';
import type { CurrentDefinition } from '../../store/definitions';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { makeVersion } from '../pipelines/make-version';
import { noVersion } from '../pipelines/restore-version';
import { draftConflict } from '../pipelines/write-draft';
import type { Place } from '../queue-limit';
import type { DebugChoice } from './debug/debug-of-run';

/** The start of a run, without its params. */
export interface RunSource {
  readonly pipelineId: string;
  /** @default the draft, which is saved as a version first if it has changes */
  readonly version: number | undefined;
  /** Start only if the draft has this revision. */
  readonly revision?: number | undefined;
  readonly trigger: Trigger;
  readonly parentRunId?: string;
  /** How a re-run was requested. */
  readonly rerun?: RerunRequest | undefined;
  /** 0 to 100. @default `settings.priority` of the pipeline */
  readonly priority?: number | undefined;
  /** The same key never starts a second run of the pipeline. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Of a try: the problems of the definition that block it. Params that no step reads may then be missing.
   * @default all errors
   */
  readonly blocking?: ((problems: readonly Diagnostic[]) => readonly Diagnostic[]) | undefined;
  /** The trigger and its payload. */
  readonly triggerId?: string | undefined;
  readonly origin?: JsonObject | undefined;
  /** Its breakpoints. @default it pauses at none */
  readonly breakpoints?: DebugChoice | undefined;
  /** The trace of the request. */
  readonly sent?: SentTrace | undefined;
}

/** The version that runs, and the place of the run in the queue. */
export interface Placed {
  readonly version: number;
  readonly place: Place;
}

/** The definition that runs, with the draft that it comes from, if any. */
type Chosen = Pick<CurrentDefinition, 'definition'> & Partial<CurrentDefinition>;

/** @throws NotFound, and Conflict when the draft has another revision */
export async function choose(
  ctx: ServiceContext,
  { pipelineId, version, revision }: RunSource,
): Promise<Chosen> {
  if (version === undefined) {
    const current = await ctx.definitions.current(pipelineId);
    if (!current) throw doesNotExist('pipeline', pipelineId);
    if ((revision ?? current.revision) !== current.revision) throw await draftConflict(ctx, pipelineId);
    return current;
  }
  const definition = await ctx.definitions.find(pipelineId, version);
  if (!definition) throw noVersion(pipelineId, version);
  return { definition };
}

/**
 * Reserves the place first: a refused run makes no version. Undefined when there is a newer draft.
 * @throws QueueFull
 */
export async function placeOf(
  ctx: ServiceContext,
  request: RunSource,
  chosen: Chosen,
): Promise<Placed | undefined> {
  const place = await ctx.queueLimit.reserve(request.pipelineId);
  let version: number | undefined;
  try {
    version = await versionOf(ctx, request, chosen);
  } finally {
    if (version === undefined) place.free();
  }
  return version === undefined ? undefined : { version, place };
}

/** Saves an edited draft that can run as a version; undefined when there is a newer draft. */
async function versionOf(
  ctx: ServiceContext,
  request: RunSource,
  { definition, edited, revision }: Chosen,
): Promise<number | undefined> {
  if (revision === undefined || !edited) return definition.version;
  const origin = BY_TRIGGER.has(request.trigger) ? 'trigger' : 'run';
  const { pipelineId: id } = request;
  const made = await makeVersion(ctx, { id, origin, revision, document: definition.document });
  if (made?.changed) ctx.definitions.adopt(id, { revision, version: made.version });
  return made?.version;
}

/** Triggers of automatic runs. */
const BY_TRIGGER: ReadonlySet<Trigger> = new Set(['schedule', 'webhook', 'pipeline']);
