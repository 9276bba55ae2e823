import type { z } from 'zod';
import type { changeSecretInput } from '@/lib/contracts/secrets';
import { readSecret, SecretUnreadable } from '../../secrets/read';
import { describeSecret, findSecret, replaceSecret, type SecretRow } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { Conflict, Unavailable } from '../errors';
import { doesNotExist } from '../not-found';
import { sealValue } from './seal';

/**
 * Changes the description and hosts of a secret, and its value if given. Hosts are sealed with the value, so
 * new hosts require a readable value.
 * @throws NotFound
 * @throws Conflict when it was changed at the same time
 * @throws Unavailable without a key
 */
export async function changeSecret(
  ctx: ServiceContext,
  input: z.output<typeof changeSecretInput>,
): Promise<{ name: string }> {
  const { name, description, hosts } = input;
  const row = await findSecret(ctx.sql, name);
  if (!row) throw doesNotExist('secret', name);
  if (input.value === undefined && sameHosts(row.hosts, hosts)) {
    await describeSecret(ctx.sql, row.id, description);
    return { name };
  }
  const value = input.value ?? (await currentValue(ctx, row));
  const context = { id: row.id, name, version: row.version + 1, hosts };
  const sealed = await sealValue(ctx, value, context);
  if (await replaceSecret(ctx.sql, row.id, { ...context, ...sealed, description })) return { name };
  throw new Conflict(`The secret ${name} was changed at the same time. Reload the page, then try again.`);
}

async function currentValue(ctx: ServiceContext, row: SecretRow): Promise<string> {
  try {
    return await readSecret(row, ctx.keys);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new Unavailable(
      `The hosts of the secret ${row.name} cannot be changed without its value, because both are encrypted together. ${error.message}`,
      { cause: error },
    );
  }
}

function sameHosts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((host, index) => host === b[index]);
}
