import type { z } from 'zod';
import type { clusterConnectionInput } from '@/lib/contracts/clusters';
import type { KubernetesConnection } from '../../adapters/clusters/kubernetes/connection';
import { KubeconfigError, readKubeconfig } from '../../adapters/clusters/kubernetes/kubeconfig';
import { Invalid } from '../errors';

/** The connection in a kubeconfig; undefined for the cluster that this server is a pod of. @throws Invalid */
export function readConnection(
  input: z.output<typeof clusterConnectionInput>,
): KubernetesConnection | undefined {
  const { kubeconfig, context } = input;
  if (kubeconfig === undefined) return undefined;
  try {
    return readKubeconfig(kubeconfig, context);
  } catch (error) {
    if (error instanceof KubeconfigError) throw new Invalid(error.message);
    throw error;
  }
}
