import { type Json, masking, type Pausing } from '@/engine';
import { settingOf } from '@/lib/contracts/secrets';
import { inTurns } from '../../in-turns';
import { readSecret, SecretUnreadable } from '../../secrets/read';
import { listSecrets, type SecretRow } from '../../store/secrets';
import type { ServiceContext } from '../context';

type Context = Pick<ServiceContext, 'sql' | 'keys'>;

/** A shorter secret would be found in unrelated values. */
const SHORTEST = 4;

/** Finds the name of a stored secret that a typed value contains, in any form that runs mask; else undefined. */
export type FindSecret = (value: Json) => Promise<string | undefined>;

/** Reads the stored secrets once, for one value or several. A secret that cannot be read is not looked for. */
export async function secretFinder(ctx: Context): Promise<FindSecret> {
  const rows = (await listSecrets(ctx.sql)).filter(({ name }) => settingOf(name) !== 'mail_from');
  const known: { name: string; value: string }[] = [];
  for (const row of rows) {
    const value = await readable(ctx, row);
    if (value !== undefined && value.length >= SHORTEST) known.push({ name: row.name, value });
  }
  const all = known.map(({ value }) => value);
  return async (value) => {
    if (!(await inTurns(changes(value, all)))) return undefined;
    for (const secret of known) if (await inTurns(changes(value, [secret.value]))) return secret.name;
    return undefined;
  };
}

async function readable({ keys }: Context, row: SecretRow): Promise<string | undefined> {
  try {
    return await readSecret(row, keys);
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

/** Whether masking changes a value. */
function* changes(value: Json, hidden: readonly string[]): Pausing<boolean> {
  return JSON.stringify(yield* masking(value, hidden)) !== JSON.stringify(value);
}
