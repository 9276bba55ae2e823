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
 * Params of the run that a trigger starts. What its templates give is data and is not looked at again.
 * @throws ResolveError when a template reads what is not there
 */
export function triggerParams({ params, trigger, now }: TriggerEvent): JsonObject {
  const scope = { names: { trigger, now }, step: () => undefined };
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, resolveValue(value, scope)]),
  );
}

/** Declared params that a request fills by these names, whatever its body has under them. */
const WHOLE = ['body', 'headers', 'query'];

/**
 * Params of a run whose webhook says nothing about them: those declared as `body`, `headers` or `query` get just that,
 * the others what an object body has under their name.
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
