/** An instant from a row as ISO 8601 UTC, from a `Date` or from PostgreSQL's text. */
export function isoOf(value: Date | string): string {
  return new Date(value).toISOString();
}

/** As `isoOf`, for a nullable column. */
export function isoOrNull(value: Date | string | null): string | null {
  return value === null ? null : isoOf(value);
}

/** Milliseconds between two instants; null if either is missing. */
export function durationMs(from: string | null, until: string | null): number | null {
  return from === null || until === null ? null : Date.parse(until) - Date.parse(from);
}
