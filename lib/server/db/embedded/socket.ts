import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedServerError } from './error';
import type { Place } from './place';

/** PostgreSQL requires a port number for the name of its socket, although it listens on no port. */
export const SOCKET_PORT = 5432;

/** The system's limit for a socket's path is 107 bytes (103 on macOS). */
const LONGEST_PATH = 100;

/** The socket file in a socket folder. */
export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`);
}

function socketFolder(place: Place): string {
  const folder = join(place.root, 'run');
  if (Buffer.byteLength(socketFile(folder)) <= LONGEST_PATH) return folder;
  const name = createHash('sha256').update(place.root).digest('hex').slice(0, 16);
  return join(tmpdir(), `pipewright-${name}`);
}

/**
 * Creates the folder of the server's socket. It protects the database: only the account may enter it.
 * @throws EmbeddedServerError when another account owns it
 */
export async function prepareSocketFolder(place: Place): Promise<string> {
  const folder = socketFolder(place);
  const { uid, gid, isSwitched, name } = place.account;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await lstat(folder);
  const owners = isSwitched ? [0, uid] : [uid];
  if (!before.isDirectory() || !owners.includes(before.uid)) {
    throw new EmbeddedServerError(
      `The socket folder ${folder} does not belong to "${name}". Remove it, or set PIPEWRIGHT_DATA_DIR to a shorter path.`,
    );
  }
  if (isSwitched && before.uid !== uid) await chown(folder, uid, gid);
  await chmod(folder, 0o700);
  return folder;
}
