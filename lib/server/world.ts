import { ActionError } from '@/engine/errors';
import type { World } from '@/engine/ports';
import { createDialer } from './adapters/egress';
import { type EgressConfig, egressPolicyOf } from './adapters/egress/settings';
import { createLocalFiles } from './adapters/files';
import { createHttp } from './adapters/http';
import { createMail } from './adapters/mail';
import { createSandbox } from './adapters/sandbox';
import { createLocalSecrets } from './adapters/secrets';
import type { Config } from './config';

/** Everything outside, as a server reaches it. */
export function serverWorld(
  config: EgressConfig,
  { files, sandbox, secrets, settings }: Pick<World, 'files' | 'sandbox' | 'secrets' | 'settings'>,
): World {
  const dialer = createDialer(egressPolicyOf(config));
  return {
    http: createHttp({ dialer }),
    mail: createMail({ dialer }),
    sql: unavailable,
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
    sql: unavailable,
    files: createLocalFiles(),
    sandbox: createSandbox(),
    ...createLocalSecrets(config),
  };
}

const unavailable = () => Promise.reject(new ActionError('internal', 'This is not wired yet.'));
