import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { KeySettings } from '../secrets';
import { KeyFileError } from '../secrets/key-file';
import { KeyRing } from '../secrets/key-ring';
import { readSecret, SecretUnreadable } from '../secrets/read';
import { listSecrets } from '../store/secrets';

/** Which of the keys that sealed a backup's secrets this installation has. */
export interface KeyState {
  /** Ids of missing keys. */
  readonly missing: readonly string[];
  /** Names of restored secrets that no available key opens. */
  readonly unreadable: readonly string[];
}

function ringOf({ masterKeys, dataDir }: KeySettings): KeyRing {
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  return new KeyRing({ keys: masterKeys, file: join(dataDir, 'secret.key'), log });
}

/** The given keys that are neither in PIPEWRIGHT_KEY nor in the key file. */
export async function missingKeys(config: KeySettings, ids: readonly string[]): Promise<string[]> {
  const keys = ringOf(config);
  const missing: string[] = [];
  for (const id of ids) if (!(await hasKey(keys, id))) missing.push(id);
  return missing;
}

async function hasKey(keys: KeyRing, id: string): Promise<boolean> {
  try {
    return (await keys.find(id)) !== undefined;
  } catch (error) {
    if (error instanceof KeyFileError) return false;
    throw error;
  }
}

/** Names of secrets in a database that the available keys do not open. */
export async function unreadableSecrets(sql: Sql, config: KeySettings): Promise<string[]> {
  const keys = ringOf(config);
  const names: string[] = [];
  for (const row of await listSecrets(sql)) {
    try {
      await readSecret(row, keys);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      names.push(row.name);
    }
  }
  return names;
}
