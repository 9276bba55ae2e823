import { resolveValue } from '../expression';
import { isJsonObject, type Json, type JsonObject, ownProperty } from '../json';

/** An event of a trigger, and the params written for it. */
export interface TriggerEvent {
  /** As written: values, and templates that read `trigger` and `now`. */
  readonly params: JsonObject;
  readonly trigger: JsonObject;
  /** ISO 8601. */
  readonly now: string;
}

/**
 * Params of the run that a trigger starts. Values of templates are data and are not resolved again.
 * @throws ResolveError when a template reads a missing value
 */
export function triggerParams({ params, trigger, now }: TriggerEvent): JsonObject {
  const scope = { names: { trigger, now }, step: () => undefined };
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, resolveValue(value, scope)]),
  );
}

/** Names of declared params that are filled from the request itself, instead of fields of its body. */
const WHOLE = ['body', 'headers', 'query'];

/**
 * Params of a run of a webhook without params: those declared as `body`, `headers` or `query` get that part of the
 * request, the others the field of the body with their name.
 * @param declared types by name
 */
export function paramsOfRequest(
  trigger: JsonObject,
  declared: Readonly<Record<string, { readonly type?: string }>>,
): JsonObject {
  const body = isJsonObject(trigger.body) ? trigger.body : {};
  const given: [string, Json][] = [];
  for (const [name, { type = 'string' }] of Object.entries(declared)) {
    const source = WHOLE.includes(name) ? trigger : body;
    const value = ownProperty(source, name);
    if (value === undefined || (value === null && source === trigger)) continue;
    const isText = type !== 'string' || typeof value === 'string' || source === body;
    given.push([name, isText ? value : JSON.stringify(value)]);
  }
  return Object.fromEntries(given);
}
