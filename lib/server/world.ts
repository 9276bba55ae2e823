import { join } from 'node:path';
import type { World } from '@/engine/ports';
import { createDialer } from './adapters/egress';
import { type EgressConfig, egressPolicyOf } from './adapters/egress/settings';
import { createLocalFiles } from './adapters/files';
import { createHttp } from './adapters/http';
import { createMail } from './adapters/mail';
import { createSandbox } from './adapters/sandbox';
import { createLocalSecrets } from './adapters/secrets';
import { createSqlDatabases } from './adapters/sql';
import type { Config } from './config';

/** Everything outside, as a server reaches it. */
export function serverWorld(
  config: EgressConfig & Pick<Config, 'dataDir'>,
  { files, sandbox, secrets, settings }: Pick<World, 'files' | 'sandbox' | 'secrets' | 'settings'>,
): World {
  const dialer = createDialer(egressPolicyOf(config));
  return {
    http: createHttp({ dialer }),
    mail: createMail({ dialer }),
    sql: createSqlDatabases({ dialer, sqliteDir: join(config.dataDir, 'sqlite') }),
    files,
    sandbox,
    settings,
    secrets,
  };
}

/** Everything outside, as one process on one machine reaches it: no database of its own, nothing kept. */
export function localWorld(config: Config): World {
  const dialer = createDialer(egressPolicyOf(config, 'command line'));
  return {
    http: createHttp({ dialer }),
    mail: createMail({ dialer }),
    sql: createSqlDatabases({ dialer, sqliteDir: join(config.dataDir, 'sqlite') }),
    files: createLocalFiles(),
    sandbox: createSandbox(),
    ...createLocalSecrets(config),
  };
}
