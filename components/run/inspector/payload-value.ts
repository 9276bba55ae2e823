import { isJsonObject, type JsonObject, type UnitState } from '@/engine';

const NONE: JsonObject = {};

/** The fields of an output or of inputs; none while there is no value, or it is too large to be at hand. */
export function fieldsOf(payload: UnitState['output']): JsonObject {
  return payload && 'value' in payload && isJsonObject(payload.value) ? payload.value : NONE;
}
