import { refuseLost, withAdvice } from './backup/advice';
import type { DatabaseTarget } from './db/connect';
import { asDamage } from './db/embedded/damage';
import { databasesIn } from './db/embedded/place';
import { startEmbedded } from './db/embedded/supervisor';
import { refuseUnfinished } from './db/embedded/unfinished';
import { type Database, openMigrated } from './db/open';
import type { DatabaseSettings } from './db/settings';

/** Called after the pools are closed, while the bundled server still runs. */
type BeforeStop = (target: DatabaseTarget) => Promise<void>;

async function openEmbedded({ dataDir, root }: DatabaseSettings, beforeStop: BeforeStop): Promise<Database> {
  await refuseUnfinished(dataDir);
  await refuseLost(dataDir);
  const [data = dataDir] = await databasesIn(dataDir);
  const explained = async (error: unknown) => withAdvice(asDamage(error, data), dataDir);
  const server = await startEmbedded({ root: dataDir, project: root }).catch(async (error: unknown) => {
    throw await explained(error);
  });
  const { host, user, database: name } = server;
  try {
    const database = await openMigrated({ kind: 'socket', host, user, database: name }, root);
    const close = async () => {
      try {
        await database.close();
        await beforeStop(database.target);
      } finally {
        await server.stop();
      }
    };
    return { ...database, close };
  } catch (error) {
    await server.stop();
    throw await explained(error);
  }
}

/**
 * Opens the configured database with this release's tables: DATABASE_URL, otherwise the bundled PostgreSQL.
 * @throws EmbeddedServerError when the bundled one cannot be used, for instance because another process does
 */
export function openDatabase(
  config: DatabaseSettings,
  beforeStop: BeforeStop = () => Promise.resolve(),
): Promise<Database> {
  if (config.databaseUrl === undefined) return openEmbedded(config, beforeStop);
  return openMigrated({ kind: 'url', url: config.databaseUrl }, config.root);
}
