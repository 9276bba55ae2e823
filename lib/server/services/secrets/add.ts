import type { z } from 'zod';
import type { addSecretInput } from '@/lib/contracts/secrets';
import { newId } from '../../ids';
import { insertSecret } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { sealValue } from './seal';

/**
 * Stores a new secret.
 * @throws Conflict when the name is taken
 * @throws Unavailable without a key
 */
export async function addSecret(
  ctx: ServiceContext,
  input: z.output<typeof addSecretInput>,
): Promise<{ name: string }> {
  const { name, value, description, hosts } = input;
  const context = { id: newId('secret'), name, version: 1, hosts };
  const sealed = await sealValue(ctx, value, context);
  if (await insertSecret(ctx.sql, { ...context, ...sealed, description })) return { name };
  throw new Conflict(`The secret ${name} already exists. Change its value, or choose another name.`);
}
