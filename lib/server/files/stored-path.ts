import { ActionError, sha256InPath, storedPathOf } from '@/engine';
import type { NewFile, StoredFile } from '@/engine/ports';
import { sha256Of } from '../adapters/blobs/blob-store';
import { fileLabel, fileType } from './label';

/** The description of a new file in outputs. */
export function storedFileOf({ name, contentType, content }: NewFile): StoredFile {
  const sha256 = sha256Of(content);
  return {
    path: storedPathOf(sha256),
    name: fileLabel(name),
    content_type: fileType(contentType),
    size: content.length,
    sha256,
  };
}

/**
 * The hash in a path. The error does not repeat the path, which may contain anything.
 * @throws ActionError `invalid_params`
 */
export function sha256In(path: string): string {
  const sha256 = sha256InPath(path);
  if (sha256 !== undefined) return sha256;
  throw new ActionError(
    'invalid_params',
    'The path does not belong to a stored file. Use the `path` of a file in an earlier step’s output; ' +
      'other paths and addresses are not read.',
  );
}

export function noSuchFile(sha256: string): ActionError {
  return new ActionError(
    'invalid_params',
    `The stored file ${storedPathOf(sha256)} does not exist. Use the \`path\` of a file in an earlier step’s output.`,
  );
}
