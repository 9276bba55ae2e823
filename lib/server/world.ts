import { join } from 'node:path';
import type { World } from '@/engine/ports';
import { createDialer } from './adapters/egress';
import type { EgressMode, LivePolicy } from './adapters/egress/policy';
import { createHttp } from './adapters/http';
import { createMail } from './adapters/mail';
import { createSandbox } from './adapters/sandbox';
import { createSqlDatabases } from './adapters/sql';
import type { Config } from './config';
import { createLocalFiles } from './files';
import { inTurns } from './in-turns';
import { commandLineEgress } from './installation/command-line';
import { createLocalSecrets } from './secrets';

/** Everything outside, as a process of an installation reaches it. */
export function serverWorld(
  config: Pick<Config, 'dataDir'>,
  { policy, instance }: { readonly policy: LivePolicy; readonly instance: string },
  { files, sandbox, secrets, settings }: Pick<World, 'files' | 'sandbox' | 'secrets' | 'settings'>,
): World {
  const dialer = createDialer(policy);
  return {
    http: createHttp({ dialer, mark: () => instance }),
    mail: createMail({ dialer }),
    sql: createSqlDatabases({ dialer, sqliteDir: join(config.dataDir, 'sqlite') }),
    files,
    sandbox,
    settings,
    secrets,
    drive: inTurns,
  };
}

/**
 * Everything outside, as one process on one machine reaches it: no database of its own, nothing kept.
 * @param egress what may be called where no server says it
 */
export function localWorld(config: Config, egress: EgressMode | undefined): World {
  const { policy, mark } = commandLineEgress(config, egress);
  const dialer = createDialer(policy);
  return {
    http: createHttp({ dialer, mark }),
    mail: createMail({ dialer }),
    sql: createSqlDatabases({ dialer, sqliteDir: join(config.dataDir, 'sqlite') }),
    files: createLocalFiles(),
    sandbox: createSandbox(),
    ...createLocalSecrets(config),
  };
}
