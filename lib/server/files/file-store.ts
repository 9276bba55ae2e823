import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { FileStore } from '@/engine/ports';
import type { RunFile } from '@/lib/contracts/files';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { newId } from '../ids';
import { fileOfContent, insertFile } from '../store/files';
import { checkSize } from './limits';
import { noSuchFile, sha256In, storedFileOf } from './stored-path';

/** Files of a server: contents in the blob store, and their attempts in the database. */
export function createFileStore({ sql, blobs }: { sql: Sql; blobs: BlobStore }): FileStore {
  return {
    put: async (file, owner) => {
      checkSize(file);
      const stored = storedFileOf(file);
      const { name, content_type: contentType, size, sha256 } = stored;
      await blobs.put(sha256, file.content);
      await insertFile(sql, { ...owner, id: newId('file'), name, contentType, size, sha256 });
      return stored;
    },
    get: async (path) => {
      const sha256 = sha256In(path);
      const found = await fileOfContent(sql, sha256);
      if (!found) throw noSuchFile(sha256);
      if (found.expiredAt !== null) throw expired(found, found.expiredAt);
      const content = await blobs.get(sha256);
      if (!content) throw contentMissing(found);
      const { name, contentType, size } = found;
      return { file: { path, name, content_type: contentType, size, sha256 }, content };
    },
  };
}

function expired({ name }: RunFile, at: string): ActionError {
  return new ActionError('invalid_params', `${expiryText(name, at)} Run the step that creates it again.`, {
    code: 'file_expired',
  });
}

function contentMissing(file: RunFile): ActionError {
  return new ActionError('internal', missingText(file.name), { code: 'file_missing' });
}

/** The message for an expired file. */
export function expiryText(name: string, at: string): string {
  return `The file “${name}” has expired: its content was removed on ${at.slice(0, 10)}, according to FILES_KEEP_DAYS.`;
}

/** The message for a missing content. */
export function missingText(name: string): string {
  return `The content of the file “${name}” is not in the file storage. Check FILES_URL, or restore the storage from a backup.`;
}
