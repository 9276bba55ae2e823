import type { FolderEntry, ModelFolder } from '../model-folder';

export interface LocalCacheOptions {
  readonly folder: ModelFolder;
  /** Most bytes of contents in the folder. */
  readonly limitBytes: number;
  /** Contents that deployments use: they are never removed. */
  readonly inUse: () => Promise<ReadonlySet<string>>;
}

/** Contents of a bucket on this machine, of which the least recently used make room for others. */
export class LocalCache {
  readonly #options: LocalCacheOptions;

  constructor(options: LocalCacheOptions) {
    this.#options = options;
  }

  /** Makes room for more bytes within the limit and on the disk, as far as contents may be removed. */
  async makeRoom(bytes: number): Promise<void> {
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

  /** A content that was used meanwhile stays. */
  async #remove({ sha256, usedAt }: FolderEntry): Promise<number> {
    const { folder } = this.#options;
    const now = await folder.usedAt(sha256);
    return now === undefined || now > usedAt ? 0 : folder.remove(sha256);
  }
}
