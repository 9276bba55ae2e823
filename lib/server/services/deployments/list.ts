import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { listDeployments as list, replicasOf } from '../../store/deployments/read-deployments';
import type { ServiceContext } from '../context';
import { summaryOf } from './summary';

/** All deployments, newest first. */
export async function listDeployments({
  sql,
  deployments,
}: Pick<ServiceContext, 'sql' | 'deployments'>): Promise<{ deployments: DeploymentSummary[] }> {
  const rows = await list(sql);
  const replicas = await replicasOf(
    sql,
    rows.map(({ deployment }) => deployment.id),
  );
  const base = await deployments.registry.baseUrl();
  const shown = rows.map((row) => {
    const { id, name } = row.deployment;
    const own = replicas.filter(({ deploymentId }) => deploymentId === id);
    return summaryOf(row, own, deployments.registry.urlBelow(base, name));
  });
  return { deployments: shown };
}
