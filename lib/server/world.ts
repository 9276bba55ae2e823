import { join } from 'node:path';
import type { World } from '@/engine/ports';
import { createClusters, NO_CLUSTERS } from './adapters/clusters';
import { openLocal } from './adapters/clusters/local';
import { localGpus } from './adapters/clusters/nvidia-smi';
import { createDialer } from './adapters/egress';
import type { EgressMode, LivePolicy } from './adapters/egress/policy';
import { createHttp } from './adapters/http';
import { createMail } from './adapters/mail';
import { createPracticeService } from './adapters/practice';
import { createSandbox } from './adapters/sandbox';
import { createSqlDatabases } from './adapters/sql';
import type { Config } from './config';
import { createNoDeployments } from './deployments/no-deployments';
import { createLocalFiles } from './files';
import { inTurns } from './in-turns';
import { NO_INBOX } from './inbox/inbox';
import { commandLineEgress } from './installation/command-line';
import { createLocalModels } from './models/local-models';
import { createLocalSecrets } from './secrets';

/** The ports of a process of an installation. */
export function serverWorld(
  config: Pick<Config, 'dataDir'>,
  { policy, instance }: { readonly policy: LivePolicy; readonly instance: string },
  own: Pick<
    World,
    'clusters' | 'deployments' | 'files' | 'inbox' | 'models' | 'sandbox' | 'secrets' | 'settings'
  >,
): World {
  const dialer = createDialer(policy);
  return {
    http: createHttp({ dialer, mark: () => instance, inProcess: createPracticeService() }),
    mail: createMail({ dialer }),
    sql: createSqlDatabases({ dialer, sqliteDir: join(config.dataDir, 'sqlite') }),
    ...own,
    drive: inTurns,
  };
}

/**
 * The ports of a single process on one machine, without a database; nothing is stored.
 * @param egress what may be called
 */
export function localWorld(config: Config, egress: EgressMode | undefined): World {
  const { policy, mark } = commandLineEgress(config, egress);
  const dialer = createDialer(policy);
  return {
    http: createHttp({ dialer, mark, inProcess: createPracticeService() }),
    mail: createMail({ dialer }),
    sql: createSqlDatabases({ dialer, sqliteDir: join(config.dataDir, 'sqlite') }),
    clusters: createClusters(
      openLocal({ dataDir: config.dataDir, listGpus: localGpus(config.runtimes) }),
      NO_CLUSTERS,
    ),
    files: createLocalFiles(),
    inbox: NO_INBOX,
    models: createLocalModels(),
    deployments: createNoDeployments(),
    sandbox: createSandbox(),
    ...createLocalSecrets(config),
  };
}
