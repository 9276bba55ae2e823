import { setTimeout as delay } from 'node:timers/promises';
import { DATABASE_NAME } from './connection';
import { EmbeddedServerError } from './error';
import { claimOwnership } from './owner';
import { databasesIn } from './place';
import { type EmbeddedOptions, prepare } from './prepare';
import { type EmbeddedServer, startEmbedded } from './supervisor';

const POLL_MS = 50;
/** Starting and stopping a server takes a short time. */
const BUSY_LIMIT_MS = 60_000;

/** Whether a process serves the database behind a socket folder; waits while a server starts or stops. */
async function isServed(socket: string): Promise<boolean> {
  const deadline = performance.now() + BUSY_LIMIT_MS;
  for (;;) {
    const claim = await claimOwnership(socket);
    if (claim.kind === 'held') await claim.session.release();
    if (claim.kind !== 'busy' || performance.now() > deadline) return claim.kind === 'taken';
    await delay(POLL_MS);
  }
}

/**
 * Connects to the bundled database next to its running server, or runs the server temporarily. Never creates a
 * database.
 * @throws EmbeddedServerError when there is no database, or it cannot run
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  if ((await databasesIn(options.root)).length === 0) {
    throw new EmbeddedServerError(
      `No database found in ${options.root}. Set PIPEWRIGHT_DATA_DIR to the data folder, or DATABASE_URL to the database.`,
    );
  }
  const { folders } = await prepare(options);
  if (!(await isServed(folders.socket))) return startEmbedded(options);
  return {
    host: folders.socket,
    user: DATABASE_NAME,
    database: DATABASE_NAME,
    stop: () => Promise.resolve(),
  };
}
