import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { Secrets, Settings } from '@/engine/ports';
import { KeyRing } from './key-ring';
import type { MasterKey } from './master-key';
import { reencryptSecrets } from './rotate';
import { type ConfiguredSettings, createSettings } from './settings';
import { createSecretStore } from './store';

export { createLocalSecrets } from './environment';
export type { KeyRing } from './key-ring';

/** Name of the key file below the data folder. */
const KEY_FILE = 'secret.key';

/** Settings of the keys. */
export interface KeySettings {
  /**
   * Keys of secrets, from PIPEWRIGHT_KEY: the first one encrypts.
   * @default that of the key file
   */
  readonly masterKeys: readonly MasterKey[];
  /** The folder of the key file. */
  readonly dataDir: string;
}

export interface SecretsOptions {
  readonly config: KeySettings & { readonly settings: ConfiguredSettings };
  readonly sql: Sql;
  readonly now: () => Date;
  readonly report: (error: unknown, what: string) => void;
  /** Logs lines for operators. */
  readonly log: (line: string) => void;
}

export interface ServerSecrets {
  readonly keys: KeyRing;
  readonly secrets: Secrets;
  readonly settings: Settings;
  /** Re-encrypts every secret with the newest key. Never throws: the server works without keys. */
  renew(): Promise<void>;
}

function keptUnderFile(count: number): string {
  return (
    `${count === 1 ? '1 secret is' : `${count} secrets are`} encrypted with the key of ${KEY_FILE}, which PIPEWRIGHT_KEY does not list. ` +
    'To move them to the first key of PIPEWRIGHT_KEY, list both: PIPEWRIGHT_KEY=<new key>,<line of the key file>.'
  );
}

/** The secrets and settings of this installation. */
export function createSecrets({ config, sql, now, report, log }: SecretsOptions): ServerSecrets {
  const keys = new KeyRing({ keys: config.masterKeys, file: join(config.dataDir, KEY_FILE), log });
  const secrets = createSecretStore({ sql, keys, now, report });
  return {
    keys,
    secrets,
    settings: createSettings({ configured: config.settings, secrets }),
    async renew() {
      try {
        const { moved, left, kept } = await reencryptSecrets(sql, keys);
        if (moved > 0) log(`Secrets re-encrypted with the newest key: ${moved}.`);
        if (kept.length > 0) log(keptUnderFile(kept.length));
        if (left.length > 0)
          log(`These secrets cannot be decrypted, because their key is missing: ${left.join(', ')}.`);
      } catch (error) {
        report(error, 'Secrets could not be re-encrypted with the newest key');
      }
    },
  };
}
