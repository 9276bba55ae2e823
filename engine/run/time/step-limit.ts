import type { ActionDescriptor, Descriptors } from '../../catalogue';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { GraphStep } from '../../pipeline/graph';
import { normalizeParams } from '../../pipeline/normalize';
import { attemptLimit, attemptTimes } from './attempt-times';

/** The longest time that a step can take, with all its attempts, in seconds; undefined when nothing limits it. */
export function stepLimit({ step, descriptor }: GraphStep, descriptors: Descriptors): number | undefined {
  const own = limitOf(descriptor, step.params, step.timeoutSeconds);
  const inner = repeatedOf(descriptor, step.params, descriptors);
  if (!inner) return attemptTimes(step.retry, own).totalSeconds;
  // Retry serves the iterations. The timeout of the loop ends all of them together.
  const each = attemptTimes(step.retry, limitOf(inner.descriptor, inner.params, undefined)).totalSeconds;
  const all = each === undefined ? undefined : each * inner.rounds;
  const capped = attemptTimes(step.retry, positive(step.timeoutSeconds)).totalSeconds;
  if (all === undefined || capped === undefined) return all ?? capped;
  return Math.min(all, capped);
}

/** The time limit of one attempt. Steps of control flow that neither wait nor repeat take no time. */
function limitOf(
  descriptor: ActionDescriptor | undefined,
  params: JsonObject,
  stepTimeout: number | undefined,
): number | undefined {
  const written = LIMITING.map((name) => params[name] ?? descriptor?.params.properties?.[name]?.default);
  const given = written.find((value) => value !== undefined);
  const limit = attemptLimit(stepTimeout, given);
  if (limit !== undefined) return limit;
  return descriptor?.kind === 'control' && given === undefined ? 0 : undefined;
}

/** Parameters that limit an attempt: a timeout, or the length of a wait. */
const LIMITING = ['timeout_seconds', 'duration'];

interface Repeated {
  readonly descriptor: ActionDescriptor | undefined;
  readonly params: JsonObject;
  /** How many iterations run one after another, at most. */
  readonly rounds: number;
}

/** What a loop repeats, and how often; undefined for other steps. */
function repeatedOf(
  descriptor: ActionDescriptor | undefined,
  params: JsonObject,
  descriptors: Descriptors,
): Repeated | undefined {
  const properties = descriptor?.params.properties ?? {};
  const [limit] = Object.entries(properties).filter(([, { limits }]) => limits !== undefined);
  if (limit === undefined || typeof params.action !== 'string') return undefined;
  const [name, schema] = limit;
  const items = params[schema.limits ?? ''];
  const most = numberOf(params[name] ?? schema.default) ?? Number.POSITIVE_INFINITY;
  const count = Array.isArray(items) ? Math.min(items.length, most) : most;
  const parallel =
    params.parallel === true ? (numberOf(params.max_parallel ?? properties.max_parallel?.default) ?? 1) : 1;
  const inner = descriptors.find(params.action);
  const written = params.action_params;
  const innerParams =
    written !== undefined && isJsonObject(written) ? normalizeParams(written, inner).params : {};
  return { descriptor: inner, params: innerParams, rounds: Math.ceil(count / Math.max(1, parallel)) };
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function positive(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 ? seconds : undefined;
}
