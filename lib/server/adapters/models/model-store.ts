import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ActionError } from '@/engine';
import { type FreeBytes, megabytes, RESERVE_BYTES } from '../disk-space';

const PARTIALS = 'partial';
const SHA256 = /^[0-9a-f]{64}$/;

const partialMeta = z.object({ version: z.string().nullable() });

/** What was received of a file so far. */
export interface Partial {
  readonly path: string;
  /** In bytes; 0 where nothing can be resumed. */
  readonly offset: number;
  /** Version of the received bytes. */
  readonly version: string | undefined;
}

export interface ModelStoreOptions {
  /** Folder of the contents, made when the first one arrives. */
  readonly root: string;
  /** Free bytes below a folder. */
  readonly freeBytes: FreeBytes;
}

/**
 * Contents of models as files `<root>/ab/cdef…` by their SHA-256, and what was received of others as `<root>/partial/<key>`.
 * No name from outside gets here.
 */
export class ModelStore {
  readonly #root: string;
  readonly #freeBytes: FreeBytes;

  constructor({ root, freeBytes }: ModelStoreOptions) {
    this.#root = root;
    this.#freeBytes = freeBytes;
  }

  /** Where a content is. @throws TypeError for anything but a hash, which is a mistake of ours */
  pathOf(sha256: string): string {
    if (!SHA256.test(sha256)) throw new TypeError('A content is named by its SHA-256 alone.');
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2));
  }

  /** Size of a content in bytes; undefined where it is not stored. */
  async sizeOf(sha256: string): Promise<number | undefined> {
    return present(stat(this.pathOf(sha256)).then(({ size }) => size));
  }

  /** What was received under a key. @param key hex digits */
  async partial(key: string): Promise<Partial> {
    const path = this.#partialPath(key);
    await mkdir(join(this.#root, PARTIALS), { recursive: true, mode: 0o700 });
    const size = await present(stat(path).then((file) => file.size));
    const meta = await present(readFile(`${path}.json`, 'utf8'));
    const version = meta === undefined ? null : readMeta(meta);
    return version === null || size === undefined
      ? { path, offset: 0, version: undefined }
      : { path, offset: size, version };
  }

  /** Notes which version the bytes of a partial belong to, before any of them is written. */
  async begin(key: string, version: string | undefined): Promise<FileHandle> {
    const path = this.#partialPath(key);
    await rm(`${path}.json`, { force: true });
    const handle = await open(path, 'w', 0o600);
    await writeFile(`${path}.json`, JSON.stringify({ version: version ?? null }), { mode: 0o600 });
    return handle;
  }

  /** Makes a complete and verified partial a content. Durable once it resolves. */
  async publish(key: string, sha256: string): Promise<void> {
    const to = this.pathOf(sha256);
    const folder = join(to, '..');
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
    await rename(this.#partialPath(key), to);
    await syncFolder(folder);
    if (isNew) await syncFolder(this.#root);
    await this.discard(key);
  }

  /** Removes what was received under a key. */
  async discard(key: string): Promise<void> {
    const path = this.#partialPath(key);
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }

  /** Removes a content. @returns freed bytes */
  async remove(sha256: string): Promise<number> {
    const size = await this.sizeOf(sha256);
    await rm(this.pathOf(sha256), { force: true });
    return size ?? 0;
  }

  /** Free bytes without the reserve; undefined where there is no such folder yet. */
  async freeBytes(): Promise<number | undefined> {
    const free = await this.#freeBytes(this.#root);
    return free === undefined ? undefined : Math.max(0, free - RESERVE_BYTES);
  }

  /** @throws ActionError `storage_full` when this many more bytes leave too little free */
  async checkRoom(bytes: number): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const free = (await this.#freeBytes(this.#root)) ?? 0;
    if (free - bytes >= RESERVE_BYTES) return;
    throw new ActionError(
      'storage_full',
      `The model needs ${megabytes(bytes)}, and the disk of the models has ${megabytes(free)} free, of which ${megabytes(RESERVE_BYTES)} are reserved. Delete models or free some space, then try again.`,
    );
  }

  /** Contents that were stored before an instant. */
  async *older(before: Date): AsyncGenerator<string> {
    const folders = ((await present(readdir(this.#root))) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name));
    for (const folder of folders) {
      for (const name of await readdir(join(this.#root, folder))) {
        const sha256 = folder + name;
        if (SHA256.test(sha256) && (await isOlder(this.pathOf(sha256), before))) yield sha256;
      }
    }
  }

  /** Removes partials that nothing was written to since an instant. */
  async tidy(before: Date): Promise<void> {
    const folder = join(this.#root, PARTIALS);
    for (const name of (await present(readdir(folder))) ?? []) {
      if (await isOlder(join(folder, name), before)) await rm(join(folder, name), { force: true });
    }
  }

  #partialPath(key: string): string {
    if (!SHA256.test(key)) throw new TypeError('A partial file is named by a SHA-256 alone.');
    return join(this.#root, PARTIALS, key);
  }
}

/** SHA-256 of the first bytes of a file, to go on with. */
export async function hashOf(
  path: string,
  algorithm: 'sha256' | 'sha1' | 'md5',
  start?: string,
): Promise<Hash> {
  const hash = createHash(algorithm);
  if (start !== undefined) hash.update(start);
  for await (const chunk of createReadStream(path, { highWaterMark: 1_000_000 })) hash.update(chunk);
  return hash;
}

function readMeta(text: string): string | null {
  try {
    return partialMeta.parse(JSON.parse(text)).version;
  } catch {
    // Half of it was written when the process died.
    return null;
  }
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  const at = await present(stat(path).then(({ mtime }) => mtime));
  return at !== undefined && at < before;
}

async function present<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
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
