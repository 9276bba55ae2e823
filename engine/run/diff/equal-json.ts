import { isJsonObject, type Json, type JsonObject, ownProperty } from '../../json';

/** Whether two values are equal, whatever the order of their keys. */
export function equalJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) return Array.isArray(right) && equalLists(left, right);
  return isJsonObject(left) && isJsonObject(right) && equalObjects(left, right);
}

function equalLists(left: readonly Json[], right: readonly Json[]): boolean {
  return left.length === right.length && left.every((item, index) => equalJson(item, right[index] ?? null));
}

function equalObjects(left: JsonObject, right: JsonObject): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => {
    const other = ownProperty(right, key);
    return other !== undefined && equalJson(left[key] ?? null, other);
  });
}
