import type { Duplex } from 'node:stream';
import { ActionError } from '@/engine';

/** Largest result of a database, in bytes on the network. */
export const LIMIT_BYTES = 10_000_000;

/** Destroys a connection that exceeds the limit. */
export function limitAnswer(stream: Duplex): void {
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LIMIT_BYTES) stream.destroy(tooLarge());
  });
}

export function tooLarge(): ActionError {
  return new ActionError(
    'rejected',
    `The result is larger than ${LIMIT_BYTES / 1_000_000} MB. Select fewer rows or columns.`,
  );
}

export function tooManyRows(maxRows: number): ActionError {
  const most = maxRows.toLocaleString('en');
  return new ActionError(
    'rejected',
    `The query returned more than ${most} rows, the limit of max_rows. Add a LIMIT to the query, or increase max_rows.`,
  );
}
