import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { identity } from './account';
import type { Binaries } from './binaries';
import { DatabaseDamaged, damageIn } from './damage';
import { EmbeddedServerError } from './error';
import { clearLeftovers, type Folders } from './leftovers';
import { explain, logLength, logSince, openLog } from './log';
import { claimOwnership, type OwnerSession } from './owner';
import type { Place } from './place';
import { WATCHDOG } from './watchdog';

const POLL_MS = 5;
/** Recovery after a crash replays up to max_wal_size: a few seconds on a slow disk. */
const READY_LIMIT_MS = 120_000;
const LOCK_RETRY_MS = 50;
const LOCK_LIMIT_MS = 10_000;
/** The watchdog itself escalates from a fast to an immediate stop after 30 s. */
const STOP_LIMIT_MS = 35_000;

/** Small, since the server shares a personal machine: docs/decisions/embedded-postgresql.md. */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '50',
  jit: 'off',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Input for launching a server. */
export interface LaunchRequest {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly folders: Folders;
  /** Settings besides the usual ones; they take precedence. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A server that accepts connections, and the ownership of it. */
export interface ServerHandle {
  readonly session: OwnerSession;
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

function serverArguments({ binaries, folders, settings }: LaunchRequest): string[] {
  const all = Object.entries({ ...SETTINGS, ...settings });
  const options = all.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [binaries.postgres, '-D', folders.data, '-k', folders.socket, ...options];
}

/** A process of the server, whose exit is watched from the start. */
interface Spawned {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
}

async function spawnServer(request: LaunchRequest): Promise<Spawned> {
  const log = await openLog(request.place.log);
  try {
    const child = spawn('/bin/sh', ['-c', WATCHDOG, 'pipewright-postgres', ...serverArguments(request)], {
      ...identity(request.place.account),
      // A separate session: Ctrl-C in the terminal must not stop the database before the application.
      detached: true,
      cwd: '/',
      env: request.binaries.env,
      stdio: ['pipe', log.fd, log.fd],
    });
    // Now, because a server that fails exits while the log is being closed.
    const exited = exitOf(child);
    exited.catch(() => undefined);
    return { child, exited };
  } finally {
    await log.close();
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, 'SIGKILL');
}

async function stopServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.stdin?.end();
  const limit = new AbortController();
  const late = delay(STOP_LIMIT_MS, undefined, { signal: limit.signal }).then(
    () => killGroup(child),
    () => undefined,
  );
  await Promise.race([exited, late]);
  limit.abort();
  await exited;
}

async function waitForOwnership(folder: string, hasExited: () => boolean): Promise<OwnerSession | undefined> {
  const deadline = performance.now() + READY_LIMIT_MS;
  while (!hasExited() && performance.now() < deadline) {
    const claim = await claimOwnership(folder);
    if (claim.kind === 'held') return claim.session;
    await delay(POLL_MS);
  }
  return undefined;
}

/** Starts the server once. @returns its handle, or the server's log when it exited */
async function attempt(request: LaunchRequest): Promise<ServerHandle | string> {
  const { place, folders } = request;
  const start = await logLength(place.log);
  const spawned = await spawnServer(request);
  const { child } = spawned;
  // Writing to the pipe of an exited process fails; its exit is handled separately.
  child.stdin?.on('error', () => undefined);
  let hasExited = false;
  const exited = spawned.exited.finally(() => {
    hasExited = true;
  });
  const session = await Promise.race([
    waitForOwnership(folders.socket, () => hasExited),
    exited.then(() => undefined),
  ]);
  const stop = () => stopServer(child, exited);
  if (session) return { session, exited, stop };
  await stop();
  return logSince(place.log, start);
}

/** Why a server did not start, according to its log. */
function refusalOf(data: string, log: string): EmbeddedServerError {
  const reason = explain(log, data);
  const what = damageIn(reason);
  if (what !== undefined) return new DatabaseDamaged(data, `${what} (${reason})`);
  return new EmbeddedServerError(
    `PostgreSQL does not start on ${data}: ${reason}. Resolve this, then start Pipewright again.`,
  );
}

/**
 * Starts the server and waits until it accepts connections and this process owns it.
 * @throws EmbeddedServerError with the reason from its log
 */
export async function launch(request: LaunchRequest): Promise<ServerHandle> {
  const { data } = request.folders;
  const deadline = performance.now() + LOCK_LIMIT_MS;
  for (;;) {
    await clearLeftovers(request.folders);
    const result = await attempt(request);
    if (typeof result !== 'string') return result;
    const isLocked = result.includes('lock file') && result.includes('already exists');
    if (!isLocked || performance.now() > deadline) {
      throw refusalOf(data, result);
    }
    await delay(LOCK_RETRY_MS);
  }
}
