import { ActionError } from '@/engine/errors';

const ADVICE = 'Free some space or set FILES_KEEP_DAYS lower, then try again.';

/** Too little space is left to begin with. */
export function tooLittleSpace(freeBytes: number, reserveBytes: number): ActionError {
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`;
  return new ActionError(
    'storage_full',
    `The disk for stored files has ${megabytes(freeBytes)} left, and ${megabytes(reserveBytes)} must stay free. ${ADVICE}`,
  );
}

/** Codes for no space or no quota, of the system and of PostgreSQL (`disk_full`). */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The error as `storage_full` when it says that there is no space, else as it was. */
export function asStorageFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !FULL.has(code)) return error;
  return new ActionError('storage_full', `There is no space left for stored files. ${ADVICE}`, {
    cause: error,
  });
}
