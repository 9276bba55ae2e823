import { ActionError } from '@/engine';
import { megabytes } from '../disk-space';

const ADVICE = 'Free some space or set FILES_KEEP_DAYS lower, then try again.';

/** Too little space is left to start a write. */
export function tooLittleSpace(freeBytes: number, reserveBytes: number): ActionError {
  return new ActionError(
    'storage_full',
    `The disk for stored files has ${megabytes(freeBytes)} free, but ${megabytes(reserveBytes)} must stay free. ${ADVICE}`,
  );
}

/** Codes of the system and of PostgreSQL (`disk_full`) for exhausted space or quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether the error or one of its causes is about exhausted space, in the system or PostgreSQL. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && FULL.has(error.code)) return true;
  return isStorageFull(error.cause);
}

/** Converts an error about exhausted space to `storage_full`; returns other errors unchanged. */
export function asStorageFull(error: unknown): unknown {
  if (!isStorageFull(error)) return error;
  return new ActionError('storage_full', `The disk for stored files is full. ${ADVICE}`, {
    cause: error,
  });
}
