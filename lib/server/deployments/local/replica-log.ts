import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Size above which the log is truncated, in bytes: only its end is read. */
const MAX_BYTES = 1_000_000;
/** Size above which the log is truncated even while the replica writes, in bytes. */
const MAX_BYTES_OF_WRITER = 20_000_000;
/** The end of the log that is shown, in bytes and lines. */
const TAIL_BYTES = 4000;
const TAIL_LINES = 20;
/** How often the end is read again because the replica added lines meanwhile. */
const MAX_READS = 10;

/** The output of a replica, in a file, because a pipe would break when the server process ends. */
export class ReplicaLog {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens the log for a new process, in append mode: writes go to the end also after truncation. */
  async open() {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    return open(/* turbopackIgnore: true */ this.path, 'a', 0o600);
  }

  /** Truncates the log to its end when it is too long, and the replica is not just writing to it. */
  async limit(): Promise<void> {
    const { size } = await stat(/* turbopackIgnore: true */ this.path).catch(() => ({ size: 0 }));
    if (size <= MAX_BYTES) return;
    try {
      keepEnd(this.path);
    } catch {
      // On a full disk the next check tries again. The replica is unaffected.
    }
  }

  /** Deletes the log. */
  async remove(): Promise<void> {
    await rm(/* turbopackIgnore: true */ this.path, { force: true });
  }

  /** The last lines of the log, without terminal escape sequences. */
  async tail(): Promise<string> {
    const file = await open(/* turbopackIgnore: true */ this.path, 'r').catch(() => undefined);
    if (!file) return '';
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, Math.max(0, size - TAIL_BYTES));
      const text = stripVTControlCharacters(buffer.subarray(0, bytesRead).toString('utf8'));
      const plain = text.replaceAll(/[^\P{Cc}\n\t]+/gu, '').trim();
      return plain.split('\n').slice(-TAIL_LINES).join('\n');
    } finally {
      await file.close();
    }
  }
}

/**
 * Truncates a file to its last bytes. The replica writes at the same time, and lines that it adds between reading the
 * end and truncating would be lost, among them the error that explains why it ends. So all of this is synchronous, and a
 * file that grows meanwhile is left for the next check, unless it is very long. The end is copied to the start before
 * truncating: lines that are added afterwards follow it.
 */
function keepEnd(path: string): void {
  const file = openSync(/* turbopackIgnore: true */ path, 'r+');
  try {
    let end = endOf(file);
    const grows = () => sizeOf(file) !== end.size;
    for (let reads = 1; reads < MAX_READS && grows(); reads += 1) end = endOf(file);
    const isVeryLong = end.size > MAX_BYTES_OF_WRITER;
    if (grows() && !isVeryLong) return;
    writeSync(file, end.bytes, 0, end.bytes.length, 0);
    if (grows() && !isVeryLong) return;
    ftruncateSync(file, end.bytes.length);
  } finally {
    closeSync(file);
  }
}

function sizeOf(file: number): number {
  return fstatSync(file).size;
}

function endOf(file: number): { readonly size: number; readonly bytes: Buffer } {
  const size = sizeOf(file);
  const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const read = readSync(file, buffer, 0, buffer.length, size - buffer.length);
  return { size, bytes: buffer.subarray(0, read) };
}
