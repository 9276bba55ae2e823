import type { Entry } from '../../store/audit';
import { deleteSecret } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/**
 * Deletes a secret permanently; steps that use it will fail.
 * @throws NotFound
 */
export async function removeSecret(
  ctx: ServiceContext,
  input: { name: string },
  entry?: Entry,
): Promise<{ name: string }> {
  const { name } = input;
  if (await deleteSecret(ctx.sql, name, entry)) return { name };
  throw doesNotExist('secret', name);
}
