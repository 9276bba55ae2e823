import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobDamaged, sha256Of } from './blob-store';
import { createDiskBlobs } from './disk-blobs';
import { blobStoreSuite } from './testing/blob-store-suite';

const content = Buffer.from('a content');
const sha256 = sha256Of(content);
const place = [sha256.slice(0, 2), sha256.slice(2)] as const;
const inTheFuture = () => new Date(Date.now() + 60_000);

let base: string;
let made = 0;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'pipewright-blobs-'));
});

afterAll(() => rm(base, { recursive: true, force: true }));

function freshRoot(): string {
  made += 1;
  return join(base, `root-${made}`);
}

blobStoreSuite('a folder', () => createDiskBlobs({ root: join(base, 'shared') }));

describe('blobs on disk', () => {
  it('are stored by their hash, readable only by their owner', async () => {
    const root = freshRoot();
    await createDiskBlobs({ root }).put(sha256, content);
    const path = join(root, ...place);
    expect(await readFile(path)).toEqual(content);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, place[0]))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
  });

  it('do not exist, and are not listed, before they are complete', async () => {
    const root = freshRoot();
    const store = createDiskBlobs({ root });
    await mkdir(join(root, 'tmp'), { recursive: true });
    await writeFile(join(root, 'tmp', 'half'), content.subarray(0, 3));
    expect(await store.get(sha256)).toBeUndefined();
    const listed: string[] = [];
    for await (const hashes of store.older(inTheFuture())) listed.push(...hashes);
    expect(listed).toEqual([]);
  });

  it('leave nothing of an old write that a crash interrupted', async () => {
    const root = freshRoot();
    const store = createDiskBlobs({ root });
    await store.put(sha256, content);
    for (const name of ['old', 'young']) await writeFile(join(root, 'tmp', name), 'half');
    const longAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(root, 'tmp', 'old'), longAgo, longAgo);
    await store.tidy(new Date(Date.now() - 3_600_000));
    expect(await readdir(join(root, 'tmp'))).toEqual(['young']);
    expect(await store.get(sha256)).toEqual(content);
  });

  it('have a new age when they are put again', async () => {
    const root = freshRoot();
    const store = createDiskBlobs({ root });
    await store.put(sha256, content);
    const longAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(root, ...place), longAgo, longAgo);
    await store.put(sha256, content);
    expect(await store.deleteOlder(sha256, new Date(Date.now() - 3_600_000))).toBe(false);
    expect(await store.get(sha256)).toEqual(content);
  });

  it('survive removal by age when they are put meanwhile', async () => {
    const root = freshRoot();
    const store = createDiskBlobs({ root });
    for (let round = 0; round < 100; round += 1) {
      await store.put(sha256, content);
      const longAgo = new Date(Date.now() - 7_200_000);
      await utimes(join(root, ...place), longAgo, longAgo);
      const before = new Date(Date.now() - 3_600_000);
      await Promise.all([store.deleteOlder(sha256, before), store.put(sha256, content)]);
      expect(await store.has(sha256)).toBe(true);
    }
  });

  it('are refused when their content no longer has their hash', async () => {
    const root = freshRoot();
    const store = createDiskBlobs({ root });
    await store.put(sha256, content);
    await writeFile(join(root, ...place), 'another content');
    await expect(store.get(sha256)).rejects.toThrow(BlobDamaged);
  });

  it('are not written through a symbolic link in their place', async () => {
    const root = freshRoot();
    const canary = join(base, 'canary.txt');
    await writeFile(canary, 'untouched');
    await mkdir(join(root, place[0]), { recursive: true });
    await symlink(canary, join(root, ...place));
    const store = createDiskBlobs({ root });
    await store.put(sha256, content).catch(() => undefined);
    expect(await readFile(canary, 'utf8')).toBe('untouched');
    await expect(store.get(sha256)).rejects.toThrow(BlobDamaged);
  });

  it('are refused as storage_full with a hint while too little space is free', async () => {
    const root = freshRoot();
    let free = 200_000_000 + content.length - 1;
    const store = createDiskBlobs({ root, freeBytes: async () => free });
    await expect(store.put(sha256, content)).rejects.toMatchObject({
      kind: 'storage_full',
      message: expect.stringMatching(/^The disk for stored files has 200 MB free, .*FILES_KEEP_DAYS/),
    });
    expect(await store.has(sha256)).toBe(false);
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
    free += 1;
    await store.put(sha256, content);
    expect(await store.get(sha256)).toEqual(content);
  });

  it('are refused as storage_full when the disk is full during the write', async () => {
    const store = createDiskBlobs({
      root: freshRoot(),
      freeBytes: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    });
    await expect(store.put(sha256, content)).rejects.toMatchObject({ kind: 'storage_full' });
  });
});
