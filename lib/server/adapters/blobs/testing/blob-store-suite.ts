import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOSTILE_NAMES } from '../../../files/testing/hostile-names';
import { type BlobStore, sha256Of } from '../blob-store';

const SOON = 60_000;
const later = () => new Date(Date.now() + SOON);
const earlier = () => new Date(Date.now() - SOON);

function fresh(bytes = 1000) {
  const content = randomBytes(bytes);
  return { content, sha256: sha256Of(content) };
}

async function olderThan(store: BlobStore, before: Date): Promise<string[]> {
  const found: string[] = [];
  for await (const hashes of store.older(before)) found.push(...hashes);
  return found;
}

/** Tests for every blob store. The store may contain other blobs. */
export function blobStoreSuite(name: string, open: () => BlobStore): void {
  describe(`${name} as a blob store`, () => {
    it.each([0, 1, 1000, 3_000_000])('gives back %i bytes as they were', async (bytes) => {
      const { content, sha256 } = fresh(bytes);
      const store = open();
      await store.put(sha256, content);
      expect(await store.has(sha256)).toBe(true);
      expect(sha256Of((await store.get(sha256)) ?? '-')).toBe(sha256);
    });

    it('takes a content in pieces of any length', async () => {
      const { content, sha256 } = fresh(2_500_000);
      const ends = [0, 1, 1, 1_000_001, 2_500_000];
      const pieces = ends.map((end, place) => content.subarray(ends[place - 1] ?? 0, end));
      const store = open();
      await store.put(sha256, pieces);
      expect(sha256Of((await store.get(sha256)) ?? '-')).toBe(sha256);
    });

    it('gives back ranges', async () => {
      const { content, sha256 } = fresh(2_500_000);
      const store = open();
      await store.put(sha256, content);
      const ranges = [
        [0, 10],
        [999_990, 1_000_010],
        [2_499_990, 2_500_000],
        [2_499_990, 2_600_000],
        [5, 5],
        [2_500_000, 2_500_010],
      ] as const;
      for (const [from, to] of ranges) {
        const part = await store.read(sha256, from, to);
        expect(Buffer.from(part ?? '-')).toEqual(content.subarray(from, to));
      }
      expect(await store.read(fresh().sha256, 0, 10)).toBeUndefined();
    });

    it('has nothing that was not put', async () => {
      const { sha256 } = fresh();
      expect(await open().has(sha256)).toBe(false);
      expect(await open().get(sha256)).toBeUndefined();
      await open().delete(sha256);
      expect(await open().deleteOlder(sha256, later())).toBe(false);
    });

    it('keeps one content that is put 50 times at once', async () => {
      const { content, sha256 } = fresh(20_000);
      const store = open();
      await Promise.all(Array.from({ length: 50 }, () => store.put(sha256, content)));
      expect(sha256Of((await store.get(sha256)) ?? '-')).toBe(sha256);
      expect((await olderThan(store, later())).filter((each) => each === sha256)).toHaveLength(1);
      await store.delete(sha256);
      expect(await store.has(sha256)).toBe(false);
    });

    it('lists what was put before an instant', async () => {
      const { content, sha256 } = fresh();
      const store = open();
      await store.put(sha256, content);
      expect(await olderThan(store, later())).toContain(sha256);
      expect(await olderThan(store, earlier())).not.toContain(sha256);
    });

    it('removes what is old, and nothing that is young', async () => {
      const { content, sha256 } = fresh();
      const store = open();
      await store.put(sha256, content);
      expect(await store.deleteOlder(sha256, earlier())).toBe(false);
      expect(await store.has(sha256)).toBe(true);
      expect(await store.deleteOlder(sha256, later())).toBe(true);
      expect(await store.has(sha256)).toBe(false);
    });

    it('tidies up without touching what is whole', async () => {
      const { content, sha256 } = fresh();
      const store = open();
      await store.put(sha256, content);
      await store.tidy(later());
      expect(await store.has(sha256)).toBe(true);
    });

    it('takes no name but a hash', async () => {
      const store = open();
      const content = new Uint8Array([1]);
      for (const hostile of HOSTILE_NAMES) {
        await expect(async () => store.put(hostile, content)).rejects.toThrow(TypeError);
        await expect(async () => store.get(hostile)).rejects.toThrow(TypeError);
        await expect(async () => store.has(hostile)).rejects.toThrow(TypeError);
        await expect(async () => store.delete(hostile)).rejects.toThrow(TypeError);
        await expect(async () => store.deleteOlder(hostile, later())).rejects.toThrow(TypeError);
      }
    });
  });
}
