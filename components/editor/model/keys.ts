/** Order of new keys of a step; existing keys never move. */
export const STEP_KEYS = [
  'id',
  'name',
  'description',
  'action',
  'params',
  'depends_on',
  'condition',
  'retry',
  'timeout_seconds',
  'on_failure',
  'on_interrupt',
  'disabled',
] as const;

/** Order of new keys of a document. */
export const DOCUMENT_KEYS = [
  'name',
  'description',
  'params',
  'steps',
  'outputs',
  'settings',
  'layout',
] as const;

/**
 * The object with one key set, or removed when the value is undefined. Other keys keep their place; a new key is added
 * after the last key that precedes it in `order`, or at the end. Returns the same object when nothing changes.
 */
export function setKey<T extends object>(
  object: T,
  key: string,
  value: unknown,
  order: readonly string[] = [],
): T {
  const present = Object.hasOwn(object, key);
  if (value === undefined) return present ? withoutKey(object, key) : object;
  const entries = Object.entries(object);
  if (present) {
    const current = entries.find(([name]) => name === key);
    if (current !== undefined && current[1] === value) return object;
    return fromEntries(entries.map(([name, old]) => [name, name === key ? value : old]));
  }
  const rank = order.indexOf(key);
  const before = entries.findLastIndex(([name]) => order.includes(name) && order.indexOf(name) < rank);
  entries.splice(before < 0 ? entries.length : before + 1, 0, [key, value]);
  return fromEntries(entries);
}

/** The object with one key renamed in place. */
export function renameKey<T extends object>(object: T, key: string, next: string): T {
  if (!Object.hasOwn(object, key) || key === next) return object;
  return fromEntries(Object.entries(object).map(([name, value]) => [name === key ? next : name, value]));
}

function withoutKey<T extends object>(object: T, key: string): T {
  return fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** Guaranteed: callers only keep, replace or drop keys of an object of type `T`. */
function fromEntries<T extends object>(entries: [string, unknown][]): T {
  return Object.fromEntries(entries) as T;
}
