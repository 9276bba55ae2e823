import { ActionError } from '@/engine';
import type { NewFile, StoredFile } from '@/engine/ports';
import { isSha256, sha256Of } from '../adapters/blobs/blob-store';
import { fileLabel, fileType } from './label';

const FOLDER = 'files/';

/** A new file as outputs name it. */
export function storedFileOf({ name, contentType, content }: NewFile): StoredFile {
  const sha256 = sha256Of(content);
  return {
    path: FOLDER + sha256,
    name: fileLabel(name),
    content_type: fileType(contentType),
    size: content.length,
    sha256,
  };
}

/** The hash that a path names. The path may hold anything, so it is not repeated. @throws ActionError `invalid_params` */
export function sha256In(path: string): string {
  const sha256 = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : '';
  if (isSha256(sha256)) return sha256;
  throw new ActionError(
    'invalid_params',
    'The path is not one of a stored file. Take the `path` of a file in an earlier step’s output; ' +
      'paths and addresses of anything else are not read.',
  );
}

/** No file has this path. */
export function noSuchFile(sha256: string): ActionError {
  return new ActionError(
    'invalid_params',
    `The stored file ${FOLDER}${sha256} does not exist. Use the \`path\` of a file in an earlier step’s output.`,
  );
}
