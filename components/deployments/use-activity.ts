'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import type { ActivityWindow, DeploymentList, ListedDeployment } from '@/lib/contracts/deployments';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';

/** Polling interval of the activity of 24 hours, in ms. */
const DAY_MS = 15_000;

/** Deployments with their activity in one window. */
export interface ActiveDeployments {
  readonly deployments: readonly ListedDeployment[];
  /** The last hour until the activity of the wanted window is loaded. */
  readonly window: ActivityWindow;
  readonly error: Error | null;
}

/** The deployments of the list with their activity in the wanted window. States and rates are those of the list. */
export function useActivity(
  { data, error }: { readonly data: DeploymentList; readonly error: Error | null },
  wanted: ActivityWindow,
): ActiveDeployments {
  const day = useQuery({
    ...queryFor(deploymentEndpoints.list, { window: '24h' }),
    enabled: wanted === '24h',
    refetchInterval: DAY_MS,
  });
  if (wanted === '1h') return { ...data, error };
  if (!day.data) return { ...data, error: error ?? day.error };
  const activities = new Map(day.data.deployments.map(({ id, activity }) => [id, activity]));
  const deployments = data.deployments.map((deployment) => {
    const { requests_per_second, limit_share } = deployment.activity;
    const activity = {
      ...(activities.get(deployment.id) ?? deployment.activity),
      requests_per_second,
      limit_share,
    };
    return { ...deployment, activity };
  });
  return { deployments, window: day.data.window, error: error ?? day.error };
}
