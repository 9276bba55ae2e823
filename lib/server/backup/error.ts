/** A backup could not be made, read or restored. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
