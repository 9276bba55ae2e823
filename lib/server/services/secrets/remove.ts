import { deleteSecret } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/** Deletes a secret for good; pipelines that name it fail at the step that does. @throws NotFound */
export async function removeSecret(ctx: ServiceContext, input: { name: string }): Promise<{ name: string }> {
  const { name } = input;
  if (await deleteSecret(ctx.sql, name)) return { name };
  throw new NotFound(`There is no secret ${name}. It may have been deleted already.`);
}
