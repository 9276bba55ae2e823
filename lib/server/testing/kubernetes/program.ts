import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WATCHDOG } from '../../db/embedded/watchdog';

/** How long a program may take to end after its signal, in ms. */
const END_MS = 10_000;
/** Characters of the log that a message quotes. */
const LOG_END = 2000;

/** A program of the control plane that runs. */
export interface RunningProgram {
  readonly hasEnded: () => boolean;
  /** The end of what it printed. */
  log(): Promise<string>;
  /** Stops it from answering until the returned function is called. */
  pause(): () => void;
  stop(): Promise<void>;
}

/** Starts a program that ends with this process, whatever ends this process. @param folder where its log is written */
export async function startProgram(
  path: string,
  args: readonly string[],
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<RunningProgram> {
  const logPath = join(folder, `${name}.log`);
  const log = await open(logPath, 'w');
  const child = spawn('/bin/sh', ['-c', WATCHDOG, name, path, ...args], {
    stdio: ['pipe', log.fd, log.fd],
    detached: true,
  });
  child.stdin?.on('error', () => undefined);
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded = true;
      resolve();
    });
  });
  await log.close();
  return {
    hasEnded: () => hasEnded,
    log: async () => (await readFile(logPath, 'utf8')).slice(-LOG_END),
    pause: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGSTOP');
      return () => {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGCONT');
      };
    },
    stop: async () => {
      child.stdin?.end();
      const isLate = await Promise.race([ended, delay(END_MS, true, { ref: false })]);
      // The process group of the shell: the program and its watchdog.
      if (isLate && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}
