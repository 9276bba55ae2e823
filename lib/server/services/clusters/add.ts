import type { z } from 'zod';
import type { addClusterInput } from '@/lib/contracts/clusters';
import { connectionContext } from '../../clusters/connections';
import { sealedToText } from '../../secrets/sealed-text';
import { insertCluster } from '../../store/clusters';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { sealValue } from '../secrets/seal';
import { readConnection } from './connection';

/**
 * Adds a cluster. Only the connection of its context is stored, encrypted. @throws Invalid @throws Conflict @throws
 * Unavailable without a key
 */
export async function addCluster(
  ctx: ServiceContext,
  input: z.output<typeof addClusterInput>,
): Promise<{ id: string }> {
  const { id } = input;
  const connection = readConnection(input);
  const sealed = connection && (await sealValue(ctx, JSON.stringify(connection), connectionContext(id)));
  const isAdded = await insertCluster(ctx.sql, {
    id,
    provider: 'kubernetes',
    server: connection?.server ?? null,
    connectionSealed: sealed ? sealedToText(sealed) : null,
  });
  if (isAdded) return { id };
  throw new Conflict(`The cluster ${id} already exists. Choose another name, or remove it first.`);
}
