import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type FreeBytes, RESERVE_BYTES, systemFreeBytes } from '../disk-space';
import { present } from '../present';
import { type BlobStore, type Content, intact, lengthOf, piecesOf, placeOf } from './blob-store';
import { asStorageFull, tooLittleSpace } from './storage-full';

export interface DiskBlobsOptions {
  /** Folder of the blobs, created by the first put. */
  readonly root: string;
  /**
   * Bytes that are free below a folder.
   * @default the system's value
   */
  readonly freeBytes?: FreeBytes;
}

/**
 * Blobs as files `<root>/ab/cdef…` that only this user can read. A file is complete and durable, or does not
 * exist.
 */
export function createDiskBlobs({ root, freeBytes = systemFreeBytes }: DiskBlobsOptions): BlobStore {
  const broken = join(root, 'tmp');
  const pathOf = (sha256: string) => join(root, ...placeOf(sha256));
  return {
    has: async (sha256) => (await changedAt(pathOf(sha256))) !== undefined,
    put: async (sha256, content) => {
      const path = pathOf(sha256);
      if (await renew(path)) return;
      const temporary = join(broken, randomUUID());
      try {
        await makeFolder(broken);
        const free = (await freeBytes(root)) ?? 0;
        if (free - lengthOf(content) < RESERVE_BYTES) throw tooLittleSpace(free, RESERVE_BYTES);
        await writeDurably(temporary, content);
        await moveDurably(temporary, path, root);
      } catch (error) {
        await rm(temporary, { force: true });
        throw asStorageFull(error);
      }
    },
    get: async (sha256) => {
      const content = await present(readFile(pathOf(sha256)));
      return content && intact(sha256, content);
    },
    read: (sha256, from, to) => present(readRange(pathOf(sha256), from, to)),
    delete: (sha256) => rm(pathOf(sha256), { force: true }),
    deleteOlder: (sha256, before) => removeOlder(pathOf(sha256), before, broken),
    older: (before) => olderIn(root, before),
    tidy: (before) => removeLeftovers(broken, before),
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function changedAt(path: string): Promise<Date | undefined> {
  return (await present(stat(path)))?.mtime;
}

/** Renews the age of a blob; false when it does not exist. */
async function renew(path: string): Promise<boolean> {
  const now = new Date();
  return (await present(utimes(path, now, now).then(() => true))) ?? false;
}

async function readRange(path: string, from: number, to: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const wanted = Buffer.alloc(Math.max(0, to - from));
    let filled = 0;
    while (filled < wanted.length) {
      const { bytesRead } = await file.read(wanted, filled, wanted.length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return wanted.subarray(0, filled);
  } finally {
    await file.close();
  }
}

function makeFolder(path: string): Promise<string | undefined> {
  return mkdir(path, { recursive: true, mode: 0o700 });
}

async function writeDurably(path: string, content: Content): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const piece of piecesOf(content)) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file name is durable only after its folder is synced. */
async function moveDurably(from: string, to: string, root: string): Promise<void> {
  const folder = join(to, '..');
  const isNew = (await makeFolder(folder)) !== undefined;
  await rename(from, to);
  await syncFolder(folder);
  if (isNew) await syncFolder(root);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Moves the blob aside before reading its age, so that a blob renewed meanwhile is restored. */
async function removeOlder(path: string, before: Date, aside: string): Promise<boolean> {
  const at = await changedAt(path);
  if (at === undefined || at >= before) return false;
  await makeFolder(aside);
  const taken = join(aside, randomUUID());
  if ((await present(rename(path, taken).then(() => true))) === undefined) return false;
  const isStillOld = ((await changedAt(taken)) ?? before) < before;
  if (!isStillOld) await putBack(taken, path);
  await rm(taken, { force: true });
  return isStillOld;
}

/** Another process may have written the blob again. */
async function putBack(taken: string, path: string): Promise<void> {
  try {
    await link(taken, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

async function* olderIn(root: string, before: Date): AsyncGenerator<string[]> {
  const folders = ((await present(readdir(root))) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const folder of folders) {
    const names = (await readdir(join(root, folder))).filter((name) => /^[0-9a-f]{62}$/.test(name));
    const old: string[] = [];
    for (const name of names) {
      const at = await changedAt(join(root, folder, name));
      if (at && at < before) old.push(folder + name);
    }
    if (old.length > 0) yield old;
  }
}

async function removeLeftovers(folder: string, before: Date): Promise<void> {
  for (const name of (await present(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const at = await changedAt(path);
    if (at && at < before) await rm(path, { force: true });
  }
}
