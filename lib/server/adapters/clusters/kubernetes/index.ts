import { ActionError, sumNodes } from '@/engine';
import type { ClusterHealth } from '@/engine/ports';
import type { ClusterProvider } from '../provider';
import { KubernetesApi, type KubernetesOptions } from './api';
import { assess } from './assess';
import type { KubernetesConnection } from './connection';
import { nodeListSchema, podListSchema, versionSchema } from './objects';

/** Error codes of failed connections, after which the cluster counts as down. */
const DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Page sizes that stay far below the size limit of a response. */
const NODES_PER_PAGE = '100';
const PODS_PER_PAGE = '500';
/** Selects active pods. Ended pods use no resources of their node. */
const ACTIVE_PODS = 'status.phase!=Succeeded,status.phase!=Failed';

/** A cluster behind a Kubernetes API server. Every request goes through the dialer of the installation. */
export function openKubernetes(
  connection: KubernetesConnection,
  options: KubernetesOptions,
): ClusterProvider {
  return {
    async health(signal) {
      const api = new KubernetesApi(connection, options, signal);
      try {
        return await healthOf(api);
      } catch (error) {
        if (!isDown(error)) throw error;
        return { ...sumNodes([]), issues: [unhealthy(error.message)] };
      }
    },
  };
}

async function healthOf(api: KubernetesApi): Promise<ClusterHealth> {
  const ready = await api.status('/readyz');
  const [nodes, pods, version] = await Promise.all([
    api.list('/api/v1/nodes', nodeListSchema, { limit: NODES_PER_PAGE }),
    api.list('/api/v1/pods', podListSchema, { limit: PODS_PER_PAGE, fieldSelector: ACTIVE_PODS }),
    api.read('/version', versionSchema),
  ]);
  const { issues, ...state } = assess(nodes, pods);
  const notReady = `The API server is not ready: ${api.host}/readyz returned status ${ready}.`;
  return {
    ...state,
    issues: ready === 200 ? issues : [unhealthy(notReady), ...issues],
    version: version.gitVersion.replace(/^v/, ''),
  };
}

function unhealthy(message: string) {
  return { check: 'api', severity: 'unhealthy', message } as const;
}

function isDown(error: unknown): error is ActionError {
  return error instanceof ActionError && error.kind === 'connection_error' && DOWN.has(error.code ?? '');
}
