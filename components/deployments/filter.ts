import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { isChanging, needsAttention } from './deployment-look';

/** Filters of the list of deployments. */
export const DEPLOYMENT_FILTERS = ['all', 'active', 'changing', 'attention'] as const;
export type DeploymentFilter = (typeof DEPLOYMENT_FILTERS)[number];

const MATCHES: Readonly<Record<DeploymentFilter, (deployment: DeploymentSummary) => boolean>> = {
  all: () => true,
  active: ({ status }) => status === 'active',
  changing: isChanging,
  attention: needsAttention,
};

/** The filter of the list of deployments. */
export interface DeploymentSelection {
  readonly filter: DeploymentFilter;
  readonly query: string;
  /** Name of a cluster; undefined for all. */
  readonly cluster: string | undefined;
}

/** The filter that shows all deployments. */
export const EVERY_DEPLOYMENT: DeploymentSelection = { filter: 'all', query: '', cluster: undefined };

/** Counts the deployments of a filter. */
export function countDeployments(
  deployments: readonly DeploymentSummary[],
  filter: DeploymentFilter,
): number {
  return deployments.filter(MATCHES[filter]).length;
}

/** The deployments of a cluster. */
export function deploymentsOn<D extends DeploymentSummary>(
  deployments: readonly D[],
  cluster: string | undefined,
): readonly D[] {
  return cluster === undefined ? deployments : deployments.filter(({ cluster_id: id }) => id === cluster);
}

/** The deployments of a selection whose name, model, cluster or runtime contain every word of the query. */
export function filterDeployments<D extends DeploymentSummary>(
  deployments: readonly D[],
  { filter, query, cluster: only }: DeploymentSelection,
): readonly D[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return deploymentsOn(deployments, only).filter((deployment) => {
    const { name, model_name: model, cluster_id: cluster, runtime } = deployment;
    const text = `${name} ${model ?? ''} ${cluster} ${runtime}`.toLowerCase();
    return MATCHES[filter](deployment) && words.every((word) => text.includes(word));
  });
}
