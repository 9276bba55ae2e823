import { ActionError } from '@/engine';
import { megabytes } from '../disk-space';

const ADVICE = 'Free some space or set FILES_KEEP_DAYS lower, then try again.';

/** Too little space is left to begin with. */
export function tooLittleSpace(freeBytes: number, reserveBytes: number): ActionError {
  return new ActionError(
    'storage_full',
    `The disk for stored files has ${megabytes(freeBytes)} left, and ${megabytes(reserveBytes)} must stay free. ${ADVICE}`,
  );
}

/** Codes for no space or no quota, of the system and of PostgreSQL (`disk_full`). */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** True for an error which says that there is no space, of the system or of PostgreSQL, or that has such a cause. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && FULL.has(error.code)) return true;
  return isStorageFull(error.cause);
}

/** The error as `storage_full` when it says that there is no space, else as it was. */
export function asStorageFull(error: unknown): unknown {
  if (!isStorageFull(error)) return error;
  return new ActionError('storage_full', `The disk for stored files is full. ${ADVICE}`, {
    cause: error,
  });
}
