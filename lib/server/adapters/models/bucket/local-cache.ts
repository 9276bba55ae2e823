import type { FolderEntry, ModelFolder } from '../model-folder';

export interface LocalCacheOptions {
  readonly folder: ModelFolder;
  /** Size limit of the folder in bytes. */
  readonly limitBytes: number;
  /** Contents in use by deployments, which are never removed. */
  readonly inUse: () => Promise<ReadonlySet<string>>;
}

/** A cache of bucket contents on this machine. Evicts the least recently used ones. */
export class LocalCache {
  readonly #options: LocalCacheOptions;

  constructor(options: LocalCacheOptions) {
    this.#options = options;
  }

  /** Frees space for a number of bytes within the limit and on the disk, as far as contents may be removed. */
  async evictFor(bytes: number): Promise<void> {
    const { folder, limitBytes } = this.#options;
    const startedAt = new Date();
    const entries: FolderEntry[] = [];
    for await (const entry of folder.entries()) entries.push(entry);
    const total = entries.reduce((sum, { size }) => sum + size, 0);
    const excess = Math.max(total + bytes - limitBytes, await folder.lacking(bytes));
    if (excess <= 0) return;
    const inUse = await this.#options.inUse();
    const removable = entries
      .filter(({ sha256, usedAt }) => !inUse.has(sha256) && usedAt < startedAt)
      .sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime());
    let freed = 0;
    for (const entry of removable) {
      if (freed >= excess) return;
      freed += await this.#remove(entry);
    }
  }

  /** Removes a content, unless it was used meanwhile. */
  async #remove({ sha256, usedAt }: FolderEntry): Promise<number> {
    const { folder } = this.#options;
    const now = await folder.usedAt(sha256);
    return now === undefined || now > usedAt ? 0 : folder.remove(sha256);
  }
}
