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

export function pathsOf(namespace: string, named: Named): Paths {
  const name = objectName(named);
  const core = `/api/v1/namespaces/${namespace}`;
  const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const autoscalers = (version: string) =>
    `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`;
  const selector = encodeURIComponent(`${DEPLOYMENT_LABEL}=${named.id}`);
  return {
    deployments,
    deployment: `${deployments}/${name}`,
    scale: `${deployments}/${name}/scale`,
    services: `${core}/services`,
    service: `${core}/services/${name}`,
    secrets: `${core}/secrets`,
    secret: `${core}/secrets/${name}`,
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
