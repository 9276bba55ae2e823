'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';

const NONE: readonly DeploymentSummary[] = [];

/** All deployments, for pages about other things; empty until loaded. */
export function useDeployments(): readonly DeploymentSummary[] {
  return useQuery(queryFor(deploymentEndpoints.list, {})).data?.deployments ?? NONE;
}
