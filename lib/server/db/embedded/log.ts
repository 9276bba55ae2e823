import { open, readFile, rename, stat } from 'node:fs/promises';

const LARGEST_BYTES = 10 * 1024 * 1024;

/** Length of the server's log in bytes; 0 when it does not exist. */
export async function logLength(log: string): Promise<number> {
  return stat(log).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Renames a large log, so that at most two files of about 10 MB exist. */
export async function rotateLog(log: string): Promise<void> {
  if ((await logLength(log)) > LARGEST_BYTES) await rename(log, `${log}.1`);
}

/** What the server wrote after the log had a length. */
export async function logSince(log: string, start: number): Promise<string> {
  const bytes = await readFile(log).catch(() => Buffer.alloc(0));
  return bytes.subarray(start).toString('utf8');
}

/** Opens the log for a child process to write to. */
export function openLog(log: string) {
  return open(log, 'a', 0o600);
}

/** How a starting or stopping server answers clients; this is never the reason for its exit. */
const REFUSAL = /the database system is (starting up|shutting down|in recovery mode|not yet accepting)/;

/** The line that says why a server exited. */
export function explain(text: string, data: string): string {
  if (/No space left on device/.test(text)) return `the disk of ${data} is full`;
  if (/Read-only file system/.test(text)) {
    return `the disk of ${data} is mounted read-only`;
  }
  const lines = text
    .trim()
    .split('\n')
    .filter((candidate) => !REFUSAL.test(candidate));
  const line = lines.findLast((candidate) => /\b(FATAL|PANIC):|^(initdb|postgres): error/.test(candidate));
  return (line ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC): +/, '') || 'its log states no reason';
}
