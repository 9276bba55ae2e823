import type { Json } from '../../json';

/** Values that the next run will have otherwise: times, and ids that are made anew. */
const VOLATILE = [
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^run_[A-Za-z0-9]{1,64}$/,
];

/** Whether a value looks like a time or a generated id. */
export function isVolatile(value: Json): boolean {
  return typeof value === 'string' && value.length <= 100 && VOLATILE.some((each) => each.test(value));
}
