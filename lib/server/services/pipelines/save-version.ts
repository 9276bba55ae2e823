import type { z } from 'zod';
import type { saveVersionInput } from '@/lib/contracts/pipelines';
import type { ServiceContext } from '../context';
import { makeVersion } from './make-version';
import { draftConflict } from './write-draft';

/**
 * Makes a version of the draft on request of a person, with an optional name.
 * @throws Conflict with a `SaveConflict` when `revision` is no longer the draft's
 * @throws NotFound
 */
export async function saveVersion(ctx: ServiceContext, input: z.output<typeof saveVersionInput>) {
  const made = await makeVersion(ctx, { ...input, origin: 'save' });
  if (!made) throw await draftConflict(ctx, input.id);
  return made;
}
