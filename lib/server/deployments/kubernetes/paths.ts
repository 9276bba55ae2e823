import { DEPLOYMENT_LABEL, type Named, objectName } from './names';

/** Port of a replica in its pod, and of the service. */
export const PORT = 8000;

/** Folder of the model files in a pod. */
export const MODEL_FOLDER = '/models';

/** API paths of the objects of a deployment. */
export interface Paths {
  readonly deployments: string;
  readonly deployment: string;
  readonly scale: string;
  readonly services: string;
  readonly service: string;
  readonly secrets: string;
  readonly secret: string;
  /** Pods of the deployment. */
  readonly pods: string;
  readonly log: (pod: string, query: string) => string;
  /** @param version of the API group `autoscaling` */
  readonly autoscalers: (version: string) => string;
  readonly autoscaler: (version: string) => string;
}

interface Collections extends Pick<Paths, 'deployments' | 'services' | 'secrets' | 'autoscalers'> {
  readonly core: string;
}

function collections(namespace: string): Collections {
  const core = `/api/v1/namespaces/${namespace}`;
  return {
    core,
    deployments: `/apis/apps/v1/namespaces/${namespace}/deployments`,
    services: `${core}/services`,
    secrets: `${core}/secrets`,
    autoscalers: (version) => `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`,
  };
}

/** All collections with objects of deployments, autoscalers first. @param version of the group `autoscaling` */
export function collectionsOf(namespace: string, version: string | undefined): readonly string[] {
  const { autoscalers, deployments, services, secrets } = collections(namespace);
  return [...(version === undefined ? [] : [autoscalers(version)]), deployments, services, secrets];
}

export function pathsOf(namespace: string, named: Named): Paths {
  const name = objectName(named);
  const { core, deployments, services, secrets, autoscalers } = collections(namespace);
  const selector = encodeURIComponent(`${DEPLOYMENT_LABEL}=${named.id}`);
  return {
    deployments,
    deployment: `${deployments}/${name}`,
    scale: `${deployments}/${name}/scale`,
    services,
    service: `${services}/${name}`,
    secrets,
    secret: `${secrets}/${name}`,
    pods: `${core}/pods?labelSelector=${selector}`,
    log: (pod, query) => `${core}/pods/${pod}/log?${query}`,
    autoscalers,
    autoscaler: (version) => `${autoscalers(version)}/${name}`,
  };
}

/** Base URL of the replicas of a deployment: its service by name, or the proxy of the API server. */
export function serviceUrl(
  { namespace, access }: { readonly namespace: string; readonly access: 'service' | 'proxy' },
  server: string,
  named: Named,
): string {
  const name = objectName(named);
  if (access === 'service') return `http://${name}.${namespace}.svc:${PORT}`;
  return `${server}/api/v1/namespaces/${namespace}/services/http:${name}:${PORT}/proxy`;
}
