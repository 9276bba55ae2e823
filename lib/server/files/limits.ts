import { ActionError } from '@/engine';
import type { NewFile } from '@/engine/ports';

/** Largest file, in bytes. Published in docs. */
export const MAX_FILE_BYTES = 25_000_000;

/** @throws ActionError `rejected` when the file is too large */
export function checkSize({ content }: NewFile): void {
  if (content.length <= MAX_FILE_BYTES) return;
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  throw new ActionError(
    'rejected',
    `The file is ${megabytes(content.length)}. The limit is ${megabytes(MAX_FILE_BYTES)}.`,
  );
}
