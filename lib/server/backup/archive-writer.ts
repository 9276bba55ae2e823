import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BackupError } from './error';
import { MANIFEST_NAME, MANIFEST_SUM_NAME, type Manifest } from './manifest';
import { TAR_END, tarHeader, tarPadding } from './tar';

const compress = promisify(gzip);

/** Half the time of the default level for files 10% larger. */
const GZIP_LEVEL = 3;

/** Part of the names of unfinished backups. */
const UNFINISHED = '.unfinished-';

/** Whether a file in a folder of backups is an unfinished backup of a killed process. */
export function isUnfinished(name: string): boolean {
  return name.includes(UNFINISHED);
}

/** Writes a backup under a temporary name and renames it once it is complete and durable. */
export class ArchiveWriter {
  readonly path: string;
  readonly #draft: string;
  readonly #file: FileHandle;
  readonly #at = new Date();
  #size = 0;

  private constructor(path: string, draft: string, file: FileHandle) {
    this.path = path;
    this.#draft = draft;
    this.#file = file;
  }

  /** Creates a backup that only its owner may read. */
  static async create(path: string): Promise<ArchiveWriter> {
    const draft = join(dirname(path), `.${basename(path)}${UNFINISHED}${randomBytes(4).toString('hex')}`);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600));
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(bytes);
    this.#size += bytes.length;
  }

  async #add(name: string, bytes: Uint8Array): Promise<void> {
    await this.#append(tarHeader(name, bytes.length, this.#at));
    await this.#append(bytes);
    await this.#append(tarPadding(bytes.length));
  }

  /** Adds an entry, compressed. */
  async addCompressed(name: string, bytes: Uint8Array): Promise<void> {
    await this.#add(name, await compress(bytes, { level: GZIP_LEVEL }));
  }

  /**
   * Adds the manifest, makes the file durable and gives it its final name.
   * @throws BackupError when the name is taken
   */
  async finish(manifest: Manifest): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const sum = createHash('sha256').update(text).digest('hex');
    await this.#add(MANIFEST_NAME, text);
    await this.#add(MANIFEST_SUM_NAME, Buffer.from(`${sum}  ${MANIFEST_NAME}\n`));
    await this.#append(TAR_END);
    await this.#file.sync();
    await this.#file.close();
    await this.#appear();
    const folder = await open(dirname(this.path), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** A link, unlike a rename, never replaces another file. */
  async #appear(): Promise<void> {
    try {
      await link(this.#draft, this.path);
      await rm(this.#draft);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === 'EEXIST') {
        throw new BackupError(`${this.path} already exists. Choose another name, or remove it first.`);
      }
      // Some file systems do not support links.
      if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error;
      await rename(this.#draft, this.path);
    }
  }

  /** Removes the unfinished file. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#draft, { force: true });
  }
}
