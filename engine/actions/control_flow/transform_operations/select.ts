import { isJsonObject, type Json, ownProperty } from '../../../json';
import { nameOf, type Request, refuse } from './request';

/** The dotted path, for operations that take only one. */
export function onePath({ field, operation }: Request): string | undefined {
  if (!Array.isArray(field)) return field;
  if (field.length === 1) return field[0];
  throw refuse(`${operation} supports one field. Use pick for several fields.`, 'field');
}

/** What `field` points at; the whole input without one. On a list it is that field of each item. docs/rules.md, section 7.2. */
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
 * Items and what each is judged by. On a list, `field` is a field of each item; on an object it is where the list is,
 * and items are judged by themselves.
 */
export function itemsOf(request: Request): { items: Json[]; keyOf: (item: Json) => Json } {
  const path = onePath(request);
  if (path === undefined || !Array.isArray(request.input)) {
    return { items: listOf(request), keyOf: (item) => item };
  }
  return { items: request.input, keyOf: (item) => valueAt(item, path) ?? null };
}

/** Follows a dotted path. A number picks from a list; a name is looked up in each of its items, null where absent. */
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
