import type { z } from 'zod';
import type { createdKeySchema, createKeyInput } from '@/lib/contracts/deployments';
import { hashOfKey, newKey, prefixOfKey } from '../../gateway/key';
import { newId } from '../../ids';
import { insertKey } from '../../store/deployment-keys';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** Creates a key of a deployment. Only its hash is stored. @throws NotFound */
export async function createDeploymentKey(
  { sql }: Pick<ServiceContext, 'sql'>,
  { name, key_name: keyName }: z.output<typeof createKeyInput>,
): Promise<z.output<typeof createdKeySchema>> {
  const key = newKey();
  const made = await insertKey(sql, name, {
    id: newId('deployment_key'),
    name: keyName,
    hash: hashOfKey(key),
    prefix: prefixOfKey(key),
  });
  if (!made) throw doesNotExist('deployment', name);
  return { ...made, key };
}
