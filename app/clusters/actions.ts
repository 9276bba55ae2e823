'use server';

import { revalidatePath } from 'next/cache';
import * as contract from '@/lib/contracts/clusters';
import type { Answer } from '@/lib/contracts/errors';
import { guard } from '../server';

/** Adds a Kubernetes cluster; refused with `conflict` when the name exists. */
export async function addCluster(input: contract.AddClusterInput): Promise<Answer> {
  const result = await guard((app) => app.clusters.add(contract.addClusterInput.parse(input)));
  revalidatePath('/clusters');
  return result;
}

/** Removes a cluster from this installation. */
export async function removeCluster(id: string): Promise<Answer> {
  const result = await guard((app) => app.clusters.remove(contract.clusterIdInput.parse({ id })));
  revalidatePath('/clusters');
  return result;
}
