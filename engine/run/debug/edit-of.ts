import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { Edit } from '../params/edited-params';
import type { Payload } from '../state/events';
import { payloadValue } from '../state/payload';
import type { UnitState } from '../state/state';

/** What a person edited of the parameters of a unit. @throws NotLoaded */
export function editOf({ edited }: UnitState, loaded: ReadonlyMap<string, Json>): Edit | undefined {
  if (edited === undefined) return undefined;
  return { inputs: objectIn(edited.inputs, loaded), shown: objectIn(edited.shown, loaded) };
}

function objectIn(payload: Payload, loaded: ReadonlyMap<string, Json>): JsonObject {
  const value = payloadValue(payload, loaded);
  return isJsonObject(value) ? value : {};
}
