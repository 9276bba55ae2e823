import { join } from 'node:path';
import type { Config } from '../../config';
import { KeyRing } from './key-ring';

export { KeyRing } from './key-ring';
export { reencryptSecrets } from './rotate';
export { createSettings } from './settings';
export { createSecretStore, environmentSecrets } from './store';

/** Name of the key file below the data folder. */
const KEY_FILE = 'secret.key';

/** The master keys that the settings and the data folder give. */
export function openKeyRing(
  { masterKeys, dataDir }: Pick<Config, 'masterKeys' | 'dataDir'>,
  tell: (line: string) => void,
): KeyRing {
  return new KeyRing({ keys: masterKeys, file: join(dataDir, KEY_FILE), tell });
}
