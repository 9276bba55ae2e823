import type { z } from 'zod';
import type { DeploymentKey, revokeKeyInput } from '@/lib/contracts/deployments';
import { revokeKey } from '../../store/deployment-keys';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/** Revokes a key of a deployment. Revoking it again changes nothing. @throws NotFound */
export async function revokeDeploymentKey(
  { sql }: Pick<ServiceContext, 'sql'>,
  { name, key_id: keyId }: z.output<typeof revokeKeyInput>,
): Promise<DeploymentKey> {
  const revoked = await revokeKey(sql, name, keyId);
  if (revoked) return revoked;
  throw new NotFound(
    `The deployment ${name} has no key ${keyId}. Check the list of its keys: the deployment may have been deleted.`,
  );
}
