import { catalogue } from '@/engine/actions';
import { addSecretInput } from '@/lib/contracts/secrets';
import { newMasterKey } from '../../../adapters/secrets/master-key';
import { type App, compose } from '../../../compose';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';

/** A server with its real adapters, which keeps secrets. */
export interface SecretApp {
  readonly app: App;
  readonly database: TestDatabase;
  /** Keeps a secret. @param hosts where it may be sent; anywhere when empty */
  add(name: string, value: string, hosts?: string[]): Promise<unknown>;
}

/** Opens one; `app.close` drops its database too. @param dataDir where files would be kept */
export async function openSecretApp(dataDir = '/nowhere'): Promise<SecretApp> {
  const database = await createTestDatabase();
  const config = {
    databaseUrl: 'postgres://elsewhere.invalid/x',
    dataDir,
    host: '127.0.0.1',
    port: 1,
    hosts: [],
    egressMode: undefined,
    egressAllow: [],
    runsWorker: true,
    leaseMs: 10_000,
    slots: 16,
    queueLimit: 10_000,
    restate: undefined,
    blobs: { kind: 'database' as const },
    filesKeepDays: 30,
    masterKeys: [newMasterKey()],
    settings: {},
  };
  const app = await compose(config, database, { catalogue });
  return {
    app,
    database,
    add: (name, value, hosts = []) => app.secrets.add(addSecretInput.parse({ name, value, hosts })),
  };
}
