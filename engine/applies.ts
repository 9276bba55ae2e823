import type { ActionDescriptor, JsonSchema } from './catalogue';
import { isTemplate } from './expression';
import type { Json, JsonObject } from './json';

/**
 * Whether a parameter has an effect beside the others. One whose condition is known only in a run has.
 * @param params canonical names
 */
export function isApplicable(
  schema: JsonSchema,
  { params: declared }: Pick<ActionDescriptor, 'params'>,
  params: JsonObject,
): boolean {
  const { applies } = schema;
  if (applies === undefined) return true;
  const value: Json | undefined = params[applies.by] ?? declared.properties?.[applies.by]?.default;
  if (value === undefined) return false;
  return (typeof value === 'string' && isTemplate(value)) || applies.values.includes(value);
}
