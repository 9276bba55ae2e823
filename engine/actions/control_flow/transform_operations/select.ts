import { isJsonObject, type Json, ownProperty } from '../../../json';
import { nameOf } from '../../../type-words';
import { type Request, refuse } from './request';

/** The dotted path, for operations with a single path. */
export function onePath({ field, operation }: Request): string | undefined {
  if (!Array.isArray(field)) return field;
  if (field.length === 1) return field[0];
  throw refuse(`${operation} supports one field. Use pick for several fields.`, 'field');
}

/**
 * The value at `field`; the whole input without one. For a list, the field of each item. docs/rules.md, section 7.2.
 */
export function subjectOf(request: Request): Json {
  const path = onePath(request);
  if (path === undefined) return request.input;
  const found = valueAt(request.input, path);
  if (found !== undefined) return found;
  const names = isJsonObject(request.input) ? Object.keys(request.input).join(', ') : '';
  const hint = names === '' ? `The input is ${nameOf(request.input)}.` : `Fields: ${names}.`;
  throw refuse(`The input has no field ${path}. ${hint}`, 'field');
}

/** The list that an operation works on. */
export function listOf(request: Request, subject: Json = subjectOf(request)): Json[] {
  if (Array.isArray(subject)) return subject;
  throw refuse(`${request.operation} needs a list, but the input is ${nameOf(subject)}.`);
}

/**
 * Items, and the value by which each is judged. For a list, that is the `field` of the item. For an object, `field` is
 * the path of the list, and items are judged by their whole value.
 */
export function itemsOf(request: Request): { items: Json[]; keyOf: (item: Json) => Json } {
  const path = onePath(request);
  if (path === undefined || !Array.isArray(request.input)) {
    return { items: listOf(request), keyOf: (item) => item };
  }
  return { items: request.input, keyOf: (item) => valueAt(item, path) ?? null };
}

/**
 * Follows a dotted path. A number selects an item of a list; a name selects the field of each item, null where absent.
 */
export function valueAt(value: Json, path: string): Json | undefined {
  return follow(value, path.split('.'));
}

function follow(value: Json, names: readonly string[]): Json | undefined {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    if (!/^\d+$/.test(name)) return value.map((item) => follow(item, names) ?? null);
    const item = value[Number(name)];
    return item === undefined ? undefined : follow(item, rest);
  }
  if (!isJsonObject(value)) return undefined;
  const inner = ownProperty(value, name);
  return inner === undefined ? undefined : follow(inner, rest);
}
