import type { ActionDescriptor, Descriptors } from '../../catalogue';
import { isJsonObject, type JsonObject } from '../../json';
import { normalizeParams } from '../../pipeline/normalize';

/** The action whose parameters are in a parameter, such as the one that a loop repeats. */
export function innerAction(
  descriptor: ActionDescriptor | undefined,
  params: JsonObject,
  name: string | number | undefined,
  descriptors: Descriptors,
): { descriptor: ActionDescriptor | undefined; params: JsonObject } | undefined {
  const schema = typeof name === 'string' ? descriptor?.params.properties?.[name] : undefined;
  if (schema?.widget !== 'action_params' || typeof params.action !== 'string') return undefined;
  const inner = descriptors.find(params.action);
  const value = params[String(name)];
  return {
    descriptor: inner,
    params: isJsonObject(value) ? normalizeParams(value, inner).params : {},
  };
}
