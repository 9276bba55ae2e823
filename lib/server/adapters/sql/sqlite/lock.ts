import { rm } from 'node:fs/promises';
import { unlessAborted } from '../../../deadline';
import { withLockFile } from './lock-file';

/** The last request of this process for each file. */
const last = new Map<string, Promise<void>>();

/**
 * Runs `work` while no other request of Pipewright uses the file. SQLite's own lock is a folder beside the
 * database and remains when a thread is ended early; the holder of this lock may remove it.
 * @throws the reason of the signal when it aborts while waiting
 */
export async function withFileLock<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = last.get(file) ?? Promise.resolve();
  let done = (): void => undefined;
  const mine = new Promise<void>((resolve) => {
    done = resolve;
  });
  last.set(
    file,
    Promise.all([before, mine]).then(() => undefined),
  );
  try {
    await unlessAborted(before, signal);
    return await withLockFile(`${file}.owner`, signal, async () => {
      await rm(`${file}.lock`, { recursive: true, force: true });
      return work();
    });
  } finally {
    done();
  }
}
