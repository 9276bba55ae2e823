import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileStore, StoredFile } from '@/engine/ports';
import { createDiskBlobs } from '../adapters/blobs/disk-blobs';
import { checkSize } from './limits';
import { noSuchFile, sha256In, storedFileOf } from './stored-path';

/** Files of a process without a database, in a temporary folder that is created for the first file. */
export function createLocalFiles(parent = tmpdir()): FileStore {
  const files = new Map<string, StoredFile>();
  let opened: ReturnType<typeof createDiskBlobs> | undefined;
  const open = () => {
    opened ??= createDiskBlobs({ root: temporaryFolder(parent) });
    return opened;
  };
  return {
    put: async (file) => {
      checkSize(file);
      const stored = storedFileOf(file);
      await open().put(stored.sha256, file.content);
      files.set(stored.sha256, stored);
      return stored;
    },
    get: async (path) => {
      const sha256 = sha256In(path);
      const file = files.get(sha256);
      const content = file && (await open().get(sha256));
      if (!file || !content) throw noSuchFile(sha256);
      return { file, content };
    },
  };
}

function temporaryFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'pipewright-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
