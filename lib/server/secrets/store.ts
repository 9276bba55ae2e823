import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { RevealedSecret, Secrets } from '@/engine/ports';
import { retrying } from '../store/retry';
import { SecretReads } from '../store/secret-reads';
import { findSecret, type SecretRow, touchSecret } from '../store/secrets';
import type { KeyRing } from './key-ring';
import { readSecret, SecretUnreadable } from './read';

/** Precision of the last use of a secret, in ms. */
const USE_STEP_MS = 60_000;

export interface SecretStoreOptions {
  readonly sql: Sql;
  readonly keys: KeyRing;
  readonly now: () => Date;
  readonly report: (error: unknown, what: string) => void;
}

/** The secrets of this installation. Values are not cached: each attempt reads them again. */
export function createSecretStore(options: SecretStoreOptions): Secrets {
  const { sql, keys } = options;
  const reads = new SecretReads(sql);
  return {
    async reveal(name, reader): Promise<RevealedSecret | undefined> {
      const row = await retrying(() => findSecret(sql, name));
      if (!row) return undefined;
      const value = await readSecret(row, keys).catch((error: unknown) => {
        if (error instanceof SecretUnreadable) throw new ActionError('internal', error.message);
        throw error;
      });
      if (reader) await reads.note({ runId: reader.runId, secret: name });
      await noteUse(row, options);
      return { name, value, hosts: row.hosts };
    },
  };
}

/** A failure to record the use does not fail the attempt. */
async function noteUse(row: SecretRow, { sql, now, report }: SecretStoreOptions): Promise<void> {
  const at = now();
  if (row.lastUsedAt !== null && at.getTime() - Date.parse(row.lastUsedAt) < USE_STEP_MS) return;
  await touchSecret(sql, row.id, at).catch((error: unknown) => {
    report(error, `The use of the secret ${row.name} could not be recorded`);
  });
}
