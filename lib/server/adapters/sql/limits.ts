import type { Duplex } from 'node:stream';
import { ActionError } from '@/engine/errors';

/** Largest answer of a database, in bytes as they come over the wire. */
export const LIMIT_BYTES = 10_000_000;

/** Ends a connection that gives more than the limit. */
export function limitAnswer(stream: Duplex): void {
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LIMIT_BYTES) stream.destroy(tooLarge());
  });
}

/** The answer is larger than the limit. */
export function tooLarge(): ActionError {
  return new ActionError(
    'rejected',
    `The answer is larger than ${LIMIT_BYTES / 1_000_000} MB. Ask for fewer rows or columns.`,
  );
}

/** The answer has more rows than asked for at most. */
export function tooManyRows(maxRows: number): ActionError {
  const most = maxRows.toLocaleString('en');
  return new ActionError(
    'rejected',
    `The query gives more than ${most} rows, the most that max_rows allows. Add a LIMIT to the query.`,
  );
}
