import type { ActionDescriptor } from '@/engine';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/** One action by its type or an alias. @throws NotFound */
export function getAction(ctx: ServiceContext, input: { type: string }): ActionDescriptor {
  const descriptor = ctx.descriptors.find(input.type);
  if (!descriptor)
    throw new NotFound(`Unknown action "${input.type}". GET /api/v1/actions lists all actions.`);
  return descriptor;
}
