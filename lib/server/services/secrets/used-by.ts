import { templateReferences } from '@/engine/index';
import type { Json } from '@/engine/json';
import type { SecretUse } from '@/lib/contracts/secrets';
import { documentsWithSecrets } from '../../store/secrets';
import type { ServiceContext } from '../context';

/** By the name of each secret, the pipelines whose current version refers to it. */
export async function secretUses(ctx: Pick<ServiceContext, 'sql'>): Promise<Map<string, SecretUse[]>> {
  const uses = new Map<string, SecretUse[]>();
  for (const { id, name, text } of await documentsWithSecrets(ctx.sql)) {
    for (const secret of secretsIn(JSON.parse(text))) {
      const known = uses.get(secret);
      if (known) known.push({ id, name });
      else uses.set(secret, [{ id, name }]);
    }
  }
  return uses;
}

function secretsIn(document: Json): Set<string> {
  const names = templateReferences(document).flatMap(({ reference }) => {
    const [name] = reference.root === 'secrets' ? reference.path : [];
    return typeof name === 'string' ? [name] : [];
  });
  return new Set(names);
}
