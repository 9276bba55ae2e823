import { createHash, randomBytes } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HOSTILE_NAMES } from '../../../files/testing/hostile-names';
import type { FreeBytes } from '../../disk-space';
import type { ModelStore } from '../model-store';

const SOON = 60_000;
const later = () => new Date(Date.now() + SOON);
const earlier = () => new Date(Date.now() - SOON);

export const signal = new AbortController().signal;

/** A content, its hash and a key to receive it under. */
export function freshContent(size = 1000) {
  const content = randomBytes(size);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { content, size, sha256, key: randomBytes(32).toString('hex') };
}

/** Receives bytes under a key as a download does. */
export async function receive(store: ModelStore, key: string, content: Buffer): Promise<void> {
  await store.partial(key);
  const handle = await store.begin(key, 'v1');
  await handle.write(content);
  await handle.close();
}

/** Stores a content. */
export async function keep(store: ModelStore, size = 1000) {
  const fresh = freshContent(size);
  await receive(store, fresh.key, fresh.content);
  await store.upload(fresh.key, fresh, { signal });
  expect(await store.publish(fresh.key, fresh)).toBe(true);
  return fresh;
}

async function olderThan(store: ModelStore, before: Date): Promise<string[]> {
  const found: string[] = [];
  for await (const sha256 of store.older(before)) found.push(sha256);
  return found;
}

/**
 * Tests for every store of contents of models. It may have other contents.
 * @param open the store as one process has it
 * @param partBytes size from which a content is sent in parts
 */
export function modelStoreSuite(
  name: string,
  open: (freeBytes?: FreeBytes) => ModelStore,
  partBytes = 100_000,
): void {
  describe(`${name} as a store of contents of models`, () => {
    it.each([0, 1, 1000, partBytes, 2 * partBytes + 1])(
      'gives %i bytes as a file, also to another process',
      async (size) => {
        const { content, sha256 } = await keep(open(), size);
        expect(await open().sizeOf(sha256)).toBe(size);
        expect((await readFile(await open().localPath(sha256))).equals(content)).toBe(true);
      },
    );

    it('has nothing before a file is published, and nothing that was received of others', async () => {
      const { content, size, sha256, key } = freshContent();
      const store = open();
      await receive(store, key, content);
      expect(await store.sizeOf(sha256)).toBeUndefined();
      expect(await olderThan(store, later())).not.toContain(sha256);
      expect(await open().partial(key)).toMatchObject({ offset: size, version: 'v1' });
    });

    it('resumes nothing without a version, or with half of a note about it', async () => {
      const { content, key } = freshContent();
      const store = open();
      await receive(store, key, content);
      const { path } = await store.partial(key);
      await writeFile(`${path}.json`, '{"versi');
      expect((await store.partial(key)).offset).toBe(0);
      await (await store.begin(key, undefined)).close();
      expect((await store.partial(key)).offset).toBe(0);
    });

    it('publishes what it received only while it has its size', async () => {
      const fresh = freshContent();
      const store = open();
      await receive(store, fresh.key, fresh.content);
      await store.upload(fresh.key, fresh, { signal });
      await receive(store, fresh.key, fresh.content.subarray(1));
      await expect(store.publish(fresh.key, fresh)).rejects.toThrow(/has changed/);
    });

    it('publishes a content once for two that received it', async () => {
      const store = open();
      const { content, size, sha256, key } = await keep(store);
      await receive(store, key, content);
      await store.upload(key, { size, sha256 }, { signal });
      expect(await store.publish(key, { size, sha256 })).toBe(true);
      expect(await open().publish(key, { size, sha256 })).toBe(true);
      expect((await olderThan(store, later())).filter((each) => each === sha256).length).toBeGreaterThan(0);
    });

    it('frees the bytes of a content that is removed, once', async () => {
      const store = open();
      const { size, sha256 } = await keep(store);
      expect(await open().remove(sha256)).toBe(size);
      expect(await open().remove(sha256)).toBe(0);
      expect(await store.sizeOf(sha256)).toBeUndefined();
      expect(await olderThan(store, later())).not.toContain(sha256);
    });

    it('lists what was stored before an instant', async () => {
      const store = open();
      const { sha256 } = await keep(store);
      expect(await olderThan(store, later())).toContain(sha256);
      expect(await olderThan(store, earlier())).not.toContain(sha256);
    });

    it('removes what was received and not continued, and nothing else', async () => {
      const store = open();
      const stored = await keep(store);
      const young = freshContent();
      await receive(store, young.key, young.content);
      const old = freshContent();
      await receive(store, old.key, old.content);
      await utimes((await store.partial(old.key)).path, earlier(), earlier());
      await store.tidy(new Date(Date.now() - SOON / 2));
      expect((await store.partial(old.key)).offset).toBe(0);
      expect((await store.partial(young.key)).offset).toBe(young.size);
      expect(await store.sizeOf(stored.sha256)).toBe(stored.size);
    });

    it('refuses more than the disk has, with 200 MB in reserve', async () => {
      const store = open(async () => 1_000_000_000);
      await store.requireSpace([800_000_000]);
      await expect(store.requireSpace([800_000_001])).rejects.toMatchObject({ kind: 'storage_full' });
    });

    it('takes no name but a hash', async () => {
      const store = open();
      for (const hostile of HOSTILE_NAMES) {
        await expect(async () => store.sizeOf(hostile)).rejects.toThrow(TypeError);
        await expect(async () => store.localPath(hostile)).rejects.toThrow(TypeError);
        await expect(async () => store.remove(hostile)).rejects.toThrow(TypeError);
        await expect(async () => store.partial(hostile)).rejects.toThrow(TypeError);
        await expect(async () => store.begin(hostile, 'v1')).rejects.toThrow(TypeError);
        await expect(async () => store.discard(hostile)).rejects.toThrow(TypeError);
      }
    });
  });
}
