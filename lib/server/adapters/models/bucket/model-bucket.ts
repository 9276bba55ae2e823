import { type FileHandle, stat } from 'node:fs/promises';
import { ActionError } from '@/engine';
import { downloadFile } from '../download-file';
import { ModelFolder, type ModelFolderOptions } from '../model-folder';
import type { ModelStore, Partial, UploadOptions, VerifiedContent } from '../model-store';
import { BucketObjects, type ModelBucketAccess } from './bucket-objects';
import { LocalCache, type LocalCacheOptions } from './local-cache';
import { abortUpload, PART_BYTES, uploadObject } from './upload-object';

/** Hourly, because providers charge for listing a bucket. */
const SWEEP_MS = 3_600_000;
/** Downloads with a wrong hash after which a content counts as damaged. */
const ATTEMPTS = 2;

export interface ModelBucketOptions
  extends Pick<LocalCacheOptions, 'limitBytes' | 'inUse'>,
    ModelFolderOptions {
  readonly bucket: ModelBucketAccess;
  /** As in `ObjectUpload`. @default 8 MiB */
  readonly partBytes?: number;
  /** As in `DownloadOptions`. */
  readonly waitMs?: (fruitless: number) => number;
}

/** Stores contents of models as objects of a bucket. A folder on this machine has partial files and a cache. */
export class ModelBucket implements ModelStore {
  readonly sweepMs = SWEEP_MS;
  readonly #objects: BucketObjects;
  readonly #folder: ModelFolder;
  readonly #cache: LocalCache;
  readonly #partBytes: number;
  readonly #waitMs: ModelBucketOptions['waitMs'];
  readonly #closing = new AbortController();
  /** Downloads in progress by SHA-256. */
  readonly #fetching = new Map<string, Promise<string>>();

  constructor(options: ModelBucketOptions) {
    const { root, freeBytes, limitBytes, inUse, bucket, partBytes = PART_BYTES, waitMs } = options;
    this.#objects = new BucketObjects(bucket);
    this.#folder = new ModelFolder({ root, freeBytes });
    this.#cache = new LocalCache({ folder: this.#folder, limitBytes, inUse });
    this.#partBytes = partBytes;
    this.#waitMs = waitMs;
  }

  sizeOf(sha256: string): Promise<number | undefined> {
    return this.#objects.sizeOf(sha256);
  }

  partial(key: string): Promise<Partial> {
    return this.#folder.partial(key);
  }

  begin(key: string, version: string | undefined): Promise<FileHandle> {
    return this.#folder.begin(key, version);
  }

  discard(key: string): Promise<void> {
    return this.#folder.discard(key);
  }

  /** Only the largest file needs space: an uploaded one may be evicted from this machine. */
  async requireSpace(sizes: readonly number[]): Promise<void> {
    const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
    await this.#cache.evictFor(largest);
    await this.#folder.requireSpace([largest]);
  }

  async upload(key: string, content: VerifiedContent, options: UploadOptions): Promise<void> {
    if ((await this.sizeOf(content.sha256)) === content.size) return;
    const path = this.#folder.partialPath(key);
    const recordPath = `${path}${RECORD}`;
    const partBytes = this.#partBytes;
    await uploadObject({ bucket: this.#objects, content, path, recordPath, partBytes, ...options });
  }

  async publish(key: string, content: VerifiedContent): Promise<boolean> {
    if ((await this.sizeOf(content.sha256)) !== content.size) return false;
    return this.#folder.publish(key, content);
  }

  async remove(sha256: string): Promise<number> {
    const size = await this.sizeOf(sha256);
    await this.#objects.remove(sha256);
    await this.#folder.remove(sha256);
    return size ?? 0;
  }

  async localPath(sha256: string): Promise<string> {
    if ((await this.#folder.usedAt(sha256)) !== undefined) {
      await this.#folder.use(sha256);
      return this.#folder.pathOf(sha256);
    }
    const shared = this.#fetching.get(sha256);
    if (shared) return shared;
    const fetching = this.#fetch(sha256).finally(() => this.#fetching.delete(sha256));
    this.#fetching.set(sha256, fetching);
    return fetching;
  }

  freeBytes(): Promise<number | undefined> {
    return this.#folder.freeBytes();
  }

  async *older(before: Date): AsyncGenerator<string> {
    for await (const hashes of this.#objects.older(before)) yield* hashes;
    // The cache may have contents that another machine removed from the bucket.
    yield* this.#folder.older(before);
  }

  async tidy(before: Date): Promise<void> {
    for (const path of await this.#folder.partialPaths()) {
      if (path.endsWith(RECORD) && (await stat(path)).mtime < before) await abortUpload(this.#objects, path);
    }
    await this.#folder.tidy(before);
    await this.#cache.evictFor(0);
  }

  async close(): Promise<void> {
    this.#closing.abort(new ActionError('cancelled', 'The server is stopping.'));
    await Promise.allSettled(this.#fetching.values());
  }

  /** Downloads a content and verifies its hash. */
  async #fetch(sha256: string): Promise<string> {
    const size = await this.sizeOf(sha256);
    if (size === undefined) throw this.#failed(sha256, 'does not exist');
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#download(sha256, size);
        break;
      } catch (error) {
        if (!isMismatch(error)) throw error;
        if (attempt === ATTEMPTS) throw this.#failed(sha256, 'is damaged');
      }
    }
    await this.#folder.publish(sha256, { sha256, size });
    return this.#folder.pathOf(sha256);
  }

  #download(sha256: string, size: number) {
    const waitMs = this.#waitMs;
    return downloadFile({
      store: this,
      file: {
        path: sha256,
        size,
        expected: { algorithm: 'sha256', hex: sha256 },
        version: sha256,
        open: (from, signal) => this.#objects.open(sha256, from, signal),
      },
      key: sha256,
      known: undefined,
      signal: this.#closing.signal,
      onSize: () => undefined,
      onReceived: () => undefined,
      log: () => undefined,
      ...(waitMs ? { waitMs } : {}),
    });
  }

  #failed(sha256: string, what: string): ActionError {
    return new ActionError(
      'rejected',
      `The content ${sha256} of the model ${what} in ${this.#objects.name}. Delete the model and add it again.`,
      { code: 'files_missing' },
    );
  }
}

const RECORD = '.upload';

function isMismatch(error: unknown): boolean {
  return error instanceof ActionError && /_mismatch$/.test(error.code ?? '');
}
