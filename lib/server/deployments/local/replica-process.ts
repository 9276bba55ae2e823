import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { markedProcesses, REPLICA_VARIABLE, startOf } from '../../adapters/process-table';
import type { ReplicaCommand } from '../../adapters/runtimes/command';
import type { ReplicaLog } from './replica-log';

/** Interval of polling a process that is not a child, in ms. */
const LOOK_MS = 200;
/** How long killed processes may take to end, in ms. */
const KILL_MS = 5000;

/** A process of a replica: one that was started here, or one that an earlier server left. */
export interface ReplicaProcess {
  readonly pid: number;
  /** As `startOf`. */
  readonly started: string;
  /** Resolves when it has ended. */
  readonly ended: Promise<ProcessEnd>;
}

/** How a process ended. */
export interface ProcessEnd {
  /** Completes "The replica". */
  readonly how: string;
  /** Undefined for a signal, and where it is not known. */
  readonly exitCode?: number;
}

/** Where a process starts, and whose it is. */
export interface ProcessPlace {
  readonly cwd: string;
  readonly log: ReplicaLog;
  /** As `REPLICA_VARIABLE` has it. */
  readonly mark: string;
}

/**
 * Starts a process in a separate group, without a shell. Its output goes to a file, so that it outlives this process.
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
          ? { how: `was ended by ${signal}` }
          : { how: `ended with exit code ${exitCode}`, exitCode },
      ),
    );
  });
}

/** Takes a running process over; undefined when it does not run, or its pid is another process now. */
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
    await delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return { how: 'ended' };
}

/**
 * Ends all processes of a replica: SIGTERM first, then SIGKILL. Children that left the group are found by their mark.
 * @param mark as `REPLICA_VARIABLE` has it
 */
export async function endReplica(
  first: Pick<ReplicaProcess, 'pid' | 'started'> | undefined,
  mark: string,
  graceMs: number,
): Promise<void> {
  const isRunning = async () => first !== undefined && (await startOf(first.pid)) === first.started;
  if (first && (await isRunning())) {
    signalTo(-first.pid, 'SIGTERM');
    const deadline = performance.now() + graceMs;
    while (performance.now() < deadline && (await isRunning())) await delay(20);
    if (await isRunning()) signalTo(-first.pid, 'SIGKILL');
  }
  await killMarked(mark);
}

/** Kills every process with a mark. One that the system does not let go of is left after some seconds. */
export async function killMarked(mark: string): Promise<void> {
  const deadline = performance.now() + KILL_MS;
  const rest = async () => (await markedProcesses(mark)).filter(({ replica }) => replica === '');
  for (let left = await rest(); left.length > 0 && performance.now() < deadline; left = await rest()) {
    for (const { pid } of left) signalTo(pid, 'SIGKILL');
    await delay(10);
  }
}

/** @param target a process, or a group as its negative */
function signalTo(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // It has ended meanwhile.
  }
}
