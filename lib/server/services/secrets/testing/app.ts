import { catalogue } from '@/engine/actions';
import { addSecretInput } from '@/lib/contracts/secrets';
import { type App, compose } from '../../../compose';
import { testModelSettings } from '../../../models/testing/settings';
import { newMasterKey } from '../../../secrets/master-key';
import { TEST_CONFIG } from '../../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';

/** A server with real adapters and secrets. */
export interface SecretApp {
  readonly app: App;
  readonly database: TestDatabase;
  /**
   * Stores a secret.
   * @param hosts to which it may be sent; empty for any host
   */
  add(name: string, value: string, hosts?: string[]): Promise<unknown>;
}

/**
 * Opens a server; `app.close` drops its database too.
 * @param dataDir folder of files
 */
export async function openSecretApp(dataDir = '/nowhere'): Promise<SecretApp> {
  const database = await createTestDatabase();
  const config = {
    ...TEST_CONFIG,
    databaseUrl: 'postgres://elsewhere.invalid/x',
    dataDir,
    models: testModelSettings(`${dataDir}/models`),
    port: 1,
    hosts: [],
    masterKeys: [newMasterKey()],
  };
  const app = await compose(config, database, { catalogue });
  return {
    app,
    database,
    add: (name, value, hosts = []) => app.secrets.add(addSecretInput.parse({ name, value, hosts })),
  };
}
