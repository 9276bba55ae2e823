import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ActionError } from '@/engine';
import { type FreeBytes, megabytes, RESERVE_BYTES } from '../disk-space';
import { present } from '../present';
import { checkHash, type ModelStore, type Partial, type VerifiedContent } from './model-store';

const PARTIALS = 'partial';
const SWEEP_MS = 60_000;

const partialMeta = z.object({ version: z.string().nullable() });

export interface ModelFolderOptions {
  /** Folder of the contents, created with the first one. */
  readonly root: string;
  /** Free bytes below a folder. */
  readonly freeBytes: FreeBytes;
}

/** A content in the folder. */
export interface FolderEntry extends VerifiedContent {
  readonly storedAt: Date;
  readonly usedAt: Date;
}

/**
 * Stores contents of models as files `<root>/ab/cdef…` by their SHA-256, and partial files as `<root>/partial/<key>`.
 */
export class ModelFolder implements ModelStore {
  readonly sweepMs = SWEEP_MS;
  readonly #root: string;
  readonly #freeBytes: FreeBytes;

  constructor({ root, freeBytes }: ModelFolderOptions) {
    this.#root = root;
    this.#freeBytes = freeBytes;
  }

  /** The path of a content. @throws TypeError for anything but a hash */
  pathOf(sha256: string): string {
    checkHash(sha256);
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2));
  }

  async sizeOf(sha256: string): Promise<number | undefined> {
    return present(stat(this.pathOf(sha256)).then(({ size }) => size));
  }

  async partial(key: string): Promise<Partial> {
    const path = this.partialPath(key);
    await mkdir(join(this.#root, PARTIALS), { recursive: true, mode: 0o700 });
    const size = await present(stat(path).then((file) => file.size));
    const meta = await present(readFile(`${path}.json`, 'utf8'));
    const version = meta === undefined ? null : readMeta(meta);
    return version === null || size === undefined
      ? { path, offset: 0, version: undefined }
      : { path, offset: size, version };
  }

  async begin(key: string, version: string | undefined): Promise<FileHandle> {
    const path = this.partialPath(key);
    await this.discard(key);
    // Exclusive, because another process may still write to the removed file.
    const handle = await open(path, 'wx', 0o600);
    await writeFile(`${path}.json`, JSON.stringify({ version: version ?? null }), { mode: 0o600 });
    return handle;
  }

  /** Does nothing: partial files are already in the folder of the contents. */
  upload(): Promise<void> {
    return Promise.resolve();
  }

  async publish(key: string, { sha256, size }: VerifiedContent): Promise<boolean> {
    const to = this.pathOf(sha256);
    const from = this.partialPath(key);
    const found = await present(stat(from).then((file) => file.size));
    // Another process that received the same content published it first.
    if (found === undefined && (await this.sizeOf(sha256)) === size) return true;
    if (found !== size) throw new Error(`The received file of the content ${sha256} has changed.`);
    const folder = join(to, '..');
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
    await rename(from, to);
    await syncFolder(folder);
    if (isNew) await syncFolder(this.#root);
    await this.discard(key);
    return true;
  }

  async discard(key: string): Promise<void> {
    const path = this.partialPath(key);
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }

  async remove(sha256: string): Promise<number> {
    const size = await this.sizeOf(sha256);
    await rm(this.pathOf(sha256), { force: true });
    return size ?? 0;
  }

  localPath(sha256: string): Promise<string> {
    return Promise.resolve(this.pathOf(sha256));
  }

  /** The last use of a content; undefined when it is not in the folder. */
  usedAt(sha256: string): Promise<Date | undefined> {
    return present(stat(this.pathOf(sha256)).then(({ atime }) => atime));
  }

  /** Records a use of a content. */
  async use(sha256: string): Promise<void> {
    const path = this.pathOf(sha256);
    const found = await present(stat(path));
    if (found) await present(utimes(path, new Date(), found.mtime));
  }

  async freeBytes(): Promise<number | undefined> {
    const free = await this.#freeBytes(this.#root);
    return free === undefined ? undefined : Math.max(0, free - RESERVE_BYTES);
  }

  /** Bytes to free before a number of bytes is written. */
  async lacking(bytes: number): Promise<number> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    return Math.max(0, bytes + RESERVE_BYTES - ((await this.#freeBytes(this.#root)) ?? 0));
  }

  async requireSpace(sizes: readonly number[]): Promise<void> {
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if ((await this.lacking(bytes)) === 0) return;
    const free = (await this.#freeBytes(this.#root)) ?? 0;
    throw new ActionError(
      'storage_full',
      `The model needs ${megabytes(bytes)}, and the disk of the models has ${megabytes(free)} free, of which ${megabytes(RESERVE_BYTES)} are reserved. Delete models or free some space, then try again.`,
    );
  }

  /** All contents. */
  async *entries(): AsyncGenerator<FolderEntry> {
    const folders = ((await present(readdir(this.#root))) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name));
    for (const folder of folders) {
      for (const name of (await readdir(join(this.#root, folder))).filter(isRest)) {
        const sha256 = folder + name;
        const file = await present(stat(this.pathOf(sha256)));
        if (file) yield { sha256, size: file.size, storedAt: file.mtime, usedAt: file.atime };
      }
    }
  }

  async *older(before: Date): AsyncGenerator<string> {
    for await (const { sha256, storedAt } of this.entries()) if (storedAt < before) yield sha256;
  }

  async tidy(before: Date): Promise<void> {
    for (const path of await this.partialPaths()) {
      const at = await present(stat(path).then(({ mtime }) => mtime));
      if (at !== undefined && at < before) await rm(path, { force: true });
    }
  }

  /** Paths of partial files and their records. */
  async partialPaths(): Promise<string[]> {
    const folder = join(this.#root, PARTIALS);
    return ((await present(readdir(folder))) ?? []).map((name) => join(folder, name));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The path of a partial file. @throws TypeError for anything but a hash */
  partialPath(key: string): string {
    return join(this.#root, PARTIALS, checkHash(key));
  }
}

/** Whether a file name is the rest of a hash. */
function isRest(name: string): boolean {
  return /^[0-9a-f]{62}$/.test(name);
}

function readMeta(text: string): string | null {
  try {
    return partialMeta.parse(JSON.parse(text)).version;
  } catch {
    // The process died while it wrote the record.
    return null;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
