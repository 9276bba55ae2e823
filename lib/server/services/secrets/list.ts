import type { SecretName, SecretSummary } from '@/lib/contracts/secrets';
import { settingOf } from '@/lib/contracts/secrets';
import { readSecret, SecretUnreadable } from '../../secrets/read';
import type { SecretRow } from '../../store/secrets';
import { listSecrets as list, secretNames } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { secretUses } from './used-by';

/** All secrets by name, without their values; unreadable ones have a reason. */
export async function listSecrets(ctx: ServiceContext): Promise<SecretSummary[]> {
  const [rows, uses] = await Promise.all([list(ctx.sql), secretUses(ctx)]);
  const shown = rows.filter(({ name }) => settingOf(name) !== 'mail_from');
  return Promise.all(
    shown.map(async (row) => {
      const { name, description, hosts, createdAt, updatedAt, lastUsedAt } = row;
      const problem = await problemOf(ctx, row);
      return {
        name,
        description,
        hosts,
        usedBy: uses.get(name) ?? [],
        createdAt,
        updatedAt,
        lastUsedAt,
        problem,
      };
    }),
  );
}

/** Names and hosts of all secrets, for checks and completion. */
export function listSecretNames(ctx: Pick<ServiceContext, 'sql'>): Promise<SecretName[]> {
  return secretNames(ctx.sql);
}

/** Why a stored secret cannot be read; null when it can. */
export async function problemOf(ctx: Pick<ServiceContext, 'keys'>, row: SecretRow): Promise<string | null> {
  try {
    await readSecret(row, ctx.keys);
    return null;
  } catch (error) {
    if (error instanceof SecretUnreadable) return error.message;
    throw error;
  }
}
