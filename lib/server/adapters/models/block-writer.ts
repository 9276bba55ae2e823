import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Bytes of one write. Writing each chunk as it arrives costs more in calls than in bytes. */
const BLOCK_BYTES = 1_048_576;
/** Time after which a partial block is written, in ms, so that a slow download loses little when its process dies. */
const BLOCK_MS = 100;

/**
 * Writes chunks to a file in blocks, and hashes them. Double buffering: one block is filled while the other is written.
 */
export class BlockWriter {
  readonly #file: FileHandle;
  readonly #hash: Hash;
  #filling = Buffer.allocUnsafe(BLOCK_BYTES);
  #spare = Buffer.allocUnsafe(BLOCK_BYTES);
  #filled = 0;
  /** Where the next block begins in the file. */
  #at: number;
  #writing: Promise<unknown> = Promise.resolve();
  #begunAt = performance.now();

  constructor(file: FileHandle, hash: Hash, at: number) {
    this.#file = file;
    this.#hash = hash;
    this.#at = at;
  }

  /** Adds a chunk; its bytes are copied. @throws the failure of an earlier write */
  async add(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + BLOCK_BYTES - this.#filled);
      this.#filling.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === BLOCK_BYTES) await this.#next();
    }
    if (performance.now() - this.#begunAt > BLOCK_MS) await this.#next();
  }

  /** Writes all added bytes, also after a failure of the source. @throws the failure of a write */
  async end(): Promise<void> {
    await this.#next();
    await this.#writing;
  }

  /** Starts to write the filled block, after the other one. */
  async #next(): Promise<void> {
    await this.#writing;
    const block = this.#filling.subarray(0, this.#filled);
    this.#writing = writeAll(this.#file, block, this.#at);
    // Its failure is thrown by the next call.
    this.#writing.catch(() => undefined);
    this.#hash.update(block);
    this.#at += block.length;
    this.#filled = 0;
    this.#begunAt = performance.now();
    [this.#filling, this.#spare] = [this.#spare, this.#filling];
  }
}

/** Writes a whole block: on a nearly full disk, a call may write only a part. */
async function writeAll(file: FileHandle, block: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < block.length; ) {
    const { bytesWritten } = await file.write(block, written, block.length - written, at + written);
    written += bytesWritten;
  }
}
