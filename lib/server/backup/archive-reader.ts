import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BackupError } from './error';
import {
  BACKUP_FORMAT,
  type BlobContent,
  blobName,
  MANIFEST_NAME,
  MANIFEST_SUM_NAME,
  type Manifest,
  manifestSchema,
  type TablePiece,
} from './manifest';
import { listTar, TarBroken, type TarEntry } from './tar';

const decompress = promisify(gunzip);

/** Largest manifest, in bytes; it lists every content. */
const LARGEST_MANIFEST = 256 * 1024 * 1024;

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** An open backup. Every content is verified against its checksum when it is read. */
export class ArchiveReader {
  readonly path: string;
  readonly manifest: Manifest;
  readonly #file: FileHandle;
  readonly #entries: ReadonlyMap<string, TarEntry>;

  private constructor(
    path: string,
    file: FileHandle,
    entries: ReadonlyMap<string, TarEntry>,
    manifest: Manifest,
  ) {
    this.path = path;
    this.#file = file;
    this.#entries = entries;
    this.manifest = manifest;
  }

  /**
   * Opens a backup and reads its manifest.
   * @throws BackupError when the file is not a backup, incomplete, damaged or too new
   */
  static async open(path: string): Promise<ArchiveReader> {
    const file = await open(path, 'r').catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BackupError(`The backup ${path} cannot be read (${reason}). Check the path.`, {
        cause: error,
      });
    });
    try {
      const entries = new Map((await listTar(file)).map((entry) => [entry.name, entry]));
      return new ArchiveReader(path, file, entries, await readManifest(path, file, entries));
    } catch (error) {
      await file.close();
      if (error instanceof TarBroken) throw damaged(path, error.message, error);
      throw error;
    }
  }

  /**
   * Rows of a piece of a table.
   * @throws BackupError when the checksum differs
   */
  piece({ name, bytes, sha256 }: TablePiece): Promise<Buffer> {
    return this.#read(name, bytes, sha256);
  }

  /**
   * A content by its hash.
   * @throws BackupError when the checksum differs
   */
  blob({ sha256, bytes }: BlobContent): Promise<Buffer> {
    return this.#read(blobName(sha256), bytes, sha256);
  }

  async #read(name: string, bytes: number, sha256: string): Promise<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged(this.path, `${name} is missing.`);
    const content = await this.#inflate(entry, bytes);
    if (content.length === bytes && sha256Of(content) === sha256) return content;
    throw damaged(this.path, `The checksum of ${name} is wrong.`);
  }

  async #inflate(entry: TarEntry, bytes: number): Promise<Buffer> {
    const stored = await contentOf(this.#file, entry);
    try {
      // Refuses content that inflates to more than its recorded size.
      return await decompress(stored, { maxOutputLength: Math.max(bytes, 1) });
    } catch (error) {
      throw damaged(this.path, `${entry.name} cannot be decompressed.`, error);
    }
  }

  /**
   * Reads everything and verifies every checksum.
   * @throws BackupError naming the first part that is damaged
   */
  async verify(): Promise<void> {
    const { tables, blobs, blobs_included } = this.manifest;
    for (const piece of tables.flatMap(({ pieces }) => pieces)) await this.piece(piece);
    if (!blobs_included) return;
    for (const blob of blobs) await this.blob(blob);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function contentOf(file: FileHandle, { offset, size }: TarEntry): Promise<Buffer> {
  const content = Buffer.alloc(size);
  const { bytesRead } = await file.read(content, 0, size, offset);
  return content.subarray(0, bytesRead);
}

async function readManifest(
  path: string,
  file: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
): Promise<Manifest> {
  const entry = entries.get(MANIFEST_NAME);
  const sum = entries.get(MANIFEST_SUM_NAME);
  if (!entry || !sum || entry.size > LARGEST_MANIFEST) throw damaged(path, `It has no ${MANIFEST_NAME}.`);
  const text = await contentOf(file, entry);
  const expected = (await contentOf(file, sum)).toString('ascii').slice(0, 64);
  if (sha256Of(text) !== expected) throw damaged(path, `The checksum of ${MANIFEST_NAME} is wrong.`);
  const parsed: unknown = JSON.parse(text.toString('utf8'));
  refuseNewerFormat(path, parsed);
  return manifestSchema.parse(parsed);
}

function refuseNewerFormat(path: string, manifest: unknown): void {
  const { format, release } = manifestSchema.pick({ format: true, release: true }).parse(manifest);
  if (format <= BACKUP_FORMAT) return;
  throw new BackupError(
    `The backup ${path} was written by Pipewright ${release} in a newer format: update Pipewright, then restore it.`,
  );
}

function damaged(path: string, what: string, cause?: unknown): BackupError {
  return new BackupError(
    `${path} is not a complete backup. ${what} Use another backup, or copy this one again.`,
    { cause },
  );
}
