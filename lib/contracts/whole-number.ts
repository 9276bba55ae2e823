import { z } from 'zod';

/** Largest whole number that the database stores. PostgreSQL, numeric types: integer. */
const MAX_INTEGER = 2_147_483_647;

interface Range {
  readonly min: number;
  /** @default the largest stored number */
  readonly max?: number;
}

/** A whole number. */
export function wholeNumber({ min, max = MAX_INTEGER }: Range) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

/** A whole number in a query or a header: decimal digits only. */
export function wholeNumberText(range: Range) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    wholeNumber(range),
  );
}
