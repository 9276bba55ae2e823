import { appendFile, mkdir, open, rm, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Size above which the log is truncated, in bytes: only its end is read. */
const MAX_BYTES = 1_000_000;
/** The end of the log that is shown, in bytes and lines. */
const TAIL_BYTES = 4000;
const TAIL_LINES = 20;

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

  /** Truncates the log to its end when it is too long. */
  async limit(): Promise<void> {
    const { size } = await stat(/* turbopackIgnore: true */ this.path).catch(() => ({ size: 0 }));
    if (size <= MAX_BYTES) return;
    try {
      const end = await this.tail();
      await truncate(/* turbopackIgnore: true */ this.path, 0);
      await appendFile(/* turbopackIgnore: true */ this.path, `${end}\n`);
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
