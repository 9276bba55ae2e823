import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { markedProcesses, REPLICA_VARIABLE, startOf } from '../../adapters/process-table';
import type { ReplicaCommand } from '../../adapters/runtimes/command';
import type { ReplicaLog } from './replica-log';

/** Interval of polling a process that is not a child, in ms. */
const POLL_MS = 200;
/** Longest wait for the end of killed processes, in ms. */
const KILL_MS = 5000;

/** A process of a replica, started by this server process or an earlier one. */
export interface ReplicaProcess {
  readonly pid: number;
  /** As `startOf`. */
  readonly started: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<ProcessEnd>;
}

/** How a process ended. */
export interface ProcessEnd {
  /** Completes a sentence that begins with "The replica". */
  readonly how: string;
  /** Undefined after a signal, and when unknown. */
  readonly exitCode?: number;
}

/** Working folder, log and mark of a process. */
export interface ProcessPlace {
  readonly cwd: string;
  readonly log: ReplicaLog;
  /** Value of `REPLICA_VARIABLE`. */
  readonly mark: string;
}

/**
 * Starts a process in a separate group, without a shell. Its output goes to a file, so that it can outlive this
 * process.
 * @throws Error when the program cannot be started
 */
export async function startReplica(command: ReplicaCommand, place: ProcessPlace): Promise<ReplicaProcess> {
  const { cwd, log, mark } = place;
  const output = await log.open();
  try {
    const child = spawn(/* turbopackIgnore: true */ command.file, command.args, {
      cwd,
      env: { ...command.env, NODE_ENV: 'production', [REPLICA_VARIABLE]: mark },
      stdio: ['ignore', output.fd, output.fd],
      detached: true,
      shell: false,
      windowsHide: true,
    });
    const ended = endOf(child);
    child.unref();
    if (child.pid === undefined) throw new Error(`${command.file} ${(await ended).how}`);
    return { pid: child.pid, started: (await startOf(child.pid)) ?? '', ended };
  } finally {
    await output.close();
  }
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ how: `could not be started: ${error.message}` }));
    child.once('exit', (exitCode, signal) =>
      resolve(
        exitCode === null
          ? { how: `was terminated by ${signal}` }
          : { how: `exited with code ${exitCode}`, exitCode },
      ),
    );
  });
}

/** Adopts a running process; undefined when it has ended, or its pid now belongs to another process. */
export async function adoptReplica(
  pid: number,
  started: string,
  signal: AbortSignal,
): Promise<ReplicaProcess | undefined> {
  if ((await startOf(pid)) !== started) return undefined;
  return { pid, started, ended: waitForEnd(pid, started, signal) };
}

async function waitForEnd(pid: number, started: string, signal: AbortSignal): Promise<ProcessEnd> {
  while (!signal.aborted && (await startOf(pid)) === started) {
    await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return { how: 'ended' };
}

/**
 * Ends all processes of a replica: SIGTERM first, then SIGKILL. Children outside the group are found by their mark.
 * @param mark value of `REPLICA_VARIABLE`
 */
export async function endReplica(
  first: Pick<ReplicaProcess, 'pid' | 'started'> | undefined,
  mark: string,
  graceMs: number,
): Promise<void> {
  if (first) await endProcess(first, graceMs);
  await killMarked(mark);
}

/** Ends a process and its group: SIGTERM first, then SIGKILL. */
export async function endProcess(
  { pid, started }: Pick<ReplicaProcess, 'pid' | 'started'>,
  graceMs: number,
): Promise<void> {
  const isRunning = async () => (await startOf(pid)) === started;
  if (!(await isRunning())) return;
  signalTo(-pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline && (await isRunning())) await delay(20);
  if (await isRunning()) signalTo(-pid, 'SIGKILL');
}

/** Kills every process with a mark, and waits some seconds for their end. */
export async function killMarked(mark: string): Promise<void> {
  const deadline = performance.now() + KILL_MS;
  const rest = async () => (await markedProcesses(mark)).filter(({ replica }) => replica === '');
  for (let left = await rest(); left.length > 0 && performance.now() < deadline; left = await rest()) {
    for (const { pid } of left) signalTo(pid, 'SIGKILL');
    await delay(10);
  }
}

/** @param target a pid, or a negated process group */
function signalTo(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // The process has ended meanwhile.
  }
}
