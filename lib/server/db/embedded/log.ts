import { open, readFile, rename, stat } from 'node:fs/promises';

const LARGEST_BYTES = 10 * 1024 * 1024;

/** Length of the server's log in bytes; 0 when there is none yet. */
export async function logLength(log: string): Promise<number> {
  return stat(log).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Puts a large log aside, so that two files of some 10 MB are all there ever is. */
export async function rotateLog(log: string): Promise<void> {
  if ((await logLength(log)) > LARGEST_BYTES) await rename(log, `${log}.1`);
}

/** What the server wrote since the log had a length. */
export async function logSince(log: string, start: number): Promise<string> {
  const bytes = await readFile(log).catch(() => Buffer.alloc(0));
  return bytes.subarray(start).toString('utf8');
}

/** Opens the log for a child process to write to. */
export function openLog(log: string) {
  return open(log, 'a', 0o600);
}

/** How a server that is going down answers those who connect meanwhile: no reason of anything. */
const REFUSAL = /the database system is (starting up|shutting down|in recovery mode|not yet accepting)/;

/** The one line that says why a server gave up. */
export function explain(text: string, data: string): string {
  if (/No space left on device/.test(text)) return `the disk that holds ${data} is full: free some space`;
  if (/Read-only file system/.test(text)) {
    return `the disk that holds ${data} can only be read: mount it for writing`;
  }
  const lines = text
    .trim()
    .split('\n')
    .filter((candidate) => !REFUSAL.test(candidate));
  const line = lines.findLast((candidate) => /\b(FATAL|PANIC):|^(initdb|postgres): error/.test(candidate));
  return (line ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC): +/, '') || 'it gave no reason';
}
