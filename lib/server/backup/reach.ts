import type { DatabaseTarget } from '../db/connect';
import { joinEmbedded } from '../db/embedded/join';
import type { DatabaseSettings } from '../db/settings';

/** An open database for a command. */
export interface Reached {
  readonly target: DatabaseTarget;
  /** Closes the connection and stops the server if the command started it. */
  leave(): Promise<void>;
}

/**
 * Opens the database of an installation, with or without a running server.
 * @throws EmbeddedServerError when there is no database
 */
export async function reach({ databaseUrl, dataDir, root }: DatabaseSettings): Promise<Reached> {
  if (databaseUrl !== undefined) {
    return { target: { kind: 'url', url: databaseUrl }, leave: () => Promise.resolve() };
  }
  const { stop, ...socket } = await joinEmbedded({ root: dataDir, project: root });
  return { target: { kind: 'socket', ...socket }, leave: stop };
}
