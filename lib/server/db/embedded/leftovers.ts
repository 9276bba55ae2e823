import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedServerError } from './error';
import { type Claim, claimOwnership, type OwnerSession } from './owner';
import { commandOf, findUser, isAlive, readPostmasterPid } from './processes';
import { socketFile } from './socket';

const POLL_MS = 20;
/** A server that was asked to stop writes a last checkpoint first. */
const STOP_LIMIT_MS = 20_000;
/** Recovery after a crash can take long when much was written. */
const BUSY_LIMIT_MS = 120_000;
/** The server notices within milliseconds that its owner was killed; much longer on a machine under load. */
const OWNER_LIMIT_MS = 1000;

/** A data folder and the folder of its socket. */
export interface Folders {
  readonly data: string;
  readonly socket: string;
}

/** Stops a server whose owner died without it, so that a new one is started with the settings of this release. */
async function stopOrphan(folders: Folders, session: OwnerSession): Promise<void> {
  const pid = await readPostmasterPid(folders.data);
  await session.release();
  if (pid === undefined) return;
  if (!(await commandOf(pid)).includes(folders.data)) {
    throw new EmbeddedServerError(
      `A PostgreSQL without an owner serves ${folders.data}, but is not a process we can see (another container?): ` +
        'stop it, then start again.',
    );
  }
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while ((await findUser(folders.data, pid)) !== undefined && Date.now() < deadline) await delay(POLL_MS);
}

/** Claims until the answer is not "taken", or has been so for long enough to believe that the owner lives. */
async function claimWithRetry(socket: string): Promise<Claim> {
  const deadline = Date.now() + OWNER_LIMIT_MS;
  for (;;) {
    const claim = await claimOwnership(socket);
    if (claim.kind !== 'taken' || Date.now() > deadline) return claim;
    await delay(POLL_MS);
  }
}

/**
 * Deals with a server that is there already: refuses when it has an owner, stops it when it has none.
 * @throws EmbeddedServerError naming the owner
 */
export async function reclaimOrRefuse(folders: Folders): Promise<void> {
  const deadline = Date.now() + BUSY_LIMIT_MS;
  while (Date.now() < deadline) {
    const claim = await claimWithRetry(folders.socket);
    switch (claim.kind) {
      case 'absent':
        return;
      case 'taken':
        throw new EmbeddedServerError(
          `${folders.data} is in use by ${claim.owner}: stop it or set PIPEWRIGHT_DATA_DIR to another folder.`,
        );
      case 'held':
        await stopOrphan(folders, claim.session);
        break;
      case 'busy':
        await delay(POLL_MS);
        break;
    }
  }
  throw new EmbeddedServerError(
    `The PostgreSQL of ${folders.data} has been starting or stopping for two minutes: stop it, then start again.`,
  );
}

/**
 * Removes lock files that a killed server left, once no process uses the folder any more. PostgreSQL itself believes
 * them when their process id lives on as a zombie or belongs to another process by now, as often in containers.
 * @throws EmbeddedServerError when a server that does not answer still uses the folder
 */
export async function clearLeftovers(folders: Folders): Promise<void> {
  const pid = await readPostmasterPid(folders.data);
  const deadline = Date.now() + STOP_LIMIT_MS;
  let user = await findUser(folders.data, pid);
  while (user !== undefined && Date.now() < deadline) {
    await delay(POLL_MS);
    user = await findUser(folders.data, pid);
  }
  if (user !== undefined) {
    throw new EmbeddedServerError(
      `PostgreSQL process ${user} uses ${folders.data} but does not answer: stop it, then start again.`,
    );
  }
  const socket = socketFile(folders.socket);
  const names = [join(folders.data, 'postmaster.pid'), socket, `${socket}.lock`];
  await Promise.all(names.map((name) => rm(name, { force: true })));
}
