import type { DatabaseTarget } from '../db/connect';
import { joinEmbedded } from '../db/embedded/join';
import type { DatabaseSettings } from '../db/settings';

/** A database that a command works with. */
export interface Reached {
  readonly target: DatabaseTarget;
  /** Stops what was started for the command. */
  leave(): Promise<void>;
}

/**
 * Reaches the database of an installation, beside its server when one runs.
 * @throws EmbeddedServerError when there is none
 */
export async function reach({ databaseUrl, dataDir, root }: DatabaseSettings): Promise<Reached> {
  if (databaseUrl !== undefined) {
    return { target: { kind: 'url', url: databaseUrl }, leave: () => Promise.resolve() };
  }
  const { stop, ...socket } = await joinEmbedded({ root: dataDir, project: root });
  return { target: { kind: 'socket', ...socket }, leave: stop };
}
