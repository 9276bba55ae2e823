/** An instant from a row as ISO 8601 UTC, whether the driver answered a `Date` or PostgreSQL's own text. */
export function isoOf(value: Date | string): string {
  return new Date(value).toISOString();
}

/** The same for a column that may be null. */
export function isoOrNull(value: Date | string | null): string | null {
  return value === null ? null : isoOf(value);
}

/** Milliseconds from one instant to another; null while either is missing. */
export function durationMs(from: string | null, until: string | null): number | null {
  return from === null || until === null ? null : Date.parse(until) - Date.parse(from);
}
