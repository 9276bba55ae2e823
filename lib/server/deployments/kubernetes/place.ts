import { KubernetesApi, type KubernetesOptions } from '../../adapters/clusters/kubernetes/api';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import { ClusterGone, type OpenCluster } from './connections';
import { type Paths, pathsOf, serviceUrl } from './paths';
import { type KubernetesSettings, settingsOf } from './settings';

export interface PlaceOptions {
  readonly open: OpenCluster;
  readonly requests: KubernetesOptions;
  readonly settings: KubernetesSettings;
}

/** The cluster and namespace of a deployment. */
export interface Place {
  readonly api: KubernetesApi;
  readonly paths: Paths;
  /** Base URL of its replicas for the gateway. */
  readonly url: string;
}

/** Opens the cluster of a deployment. @throws ClusterGone @throws ActionError */
export async function placeOf(
  { open, requests, settings }: PlaceOptions,
  wanted: WantedDeployment,
  signal: AbortSignal,
): Promise<Place> {
  const opened = await open(wanted.clusterId);
  if (!opened) throw new ClusterGone(wanted.clusterId);
  const { connection, isOwn } = opened;
  const { namespace, access = isOwn ? 'service' : 'proxy' } = settingsOf(settings, wanted.clusterId);
  return {
    api: new KubernetesApi(connection, requests, signal),
    paths: pathsOf(namespace, wanted),
    url: serviceUrl({ namespace, access }, connection.server, wanted),
  };
}
