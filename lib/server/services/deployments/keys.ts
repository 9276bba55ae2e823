import type { DeploymentKey } from '@/lib/contracts/deployments';
import { deploymentIdOf, listKeys } from '../../store/deployment-keys';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** The keys of a deployment, newest first, revoked ones included. @throws NotFound */
export async function listDeploymentKeys(
  { sql }: Pick<ServiceContext, 'sql'>,
  { name }: { name: string },
): Promise<{ keys: DeploymentKey[] }> {
  const id = await deploymentIdOf(sql, name);
  if (id === undefined) throw doesNotExist('deployment', name);
  return { keys: await listKeys(sql, id) };
}
