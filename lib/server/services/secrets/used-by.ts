import { type Json, templateReferences } from '@/engine';
import type { SecretUse } from '@/lib/contracts/secrets';
import { documentsWithSecrets } from '../../store/secrets';
import { secretsOfTriggers } from '../../store/triggers';
import type { ServiceContext } from '../context';

/** The pipelines whose current version or webhooks refer to each secret, by its name. */
export async function secretUses(ctx: Pick<ServiceContext, 'sql'>): Promise<Map<string, SecretUse[]>> {
  const uses = new Map<string, SecretUse[]>();
  for (const { id, name, text } of await documentsWithSecrets(ctx.sql)) {
    for (const secret of secretsIn(JSON.parse(text))) {
      add(uses, secret, { id, name });
    }
  }
  for (const { secret, id, name } of await secretsOfTriggers(ctx.sql)) add(uses, secret, { id, name });
  return uses;
}

function add(uses: Map<string, SecretUse[]>, secret: string, use: SecretUse): void {
  const known = uses.get(secret);
  if (!known) uses.set(secret, [use]);
  else if (!known.some(({ id }) => id === use.id)) known.push(use);
}

function secretsIn(document: Json): Set<string> {
  const names = templateReferences(document).flatMap(({ reference }) => {
    const [name] = reference.root === 'secrets' ? reference.path : [];
    return typeof name === 'string' ? [name] : [];
  });
  return new Set(names);
}
