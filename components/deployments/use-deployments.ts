'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';

const NONE: readonly DeploymentSummary[] = [];

/** All deployments, for pages that show them beside something else; none until they are read. */
export function useDeployments(): readonly DeploymentSummary[] {
  return useQuery(queryFor(deploymentEndpoints.list, {})).data?.deployments ?? NONE;
}
