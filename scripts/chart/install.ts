import { type ControlPlane, startControlPlane } from '@/lib/server/testing/kubernetes/control-plane';
import {
  create,
  createNamespace,
  createNode,
  listOf,
  objectOf,
} from '@/lib/server/testing/kubernetes/objects';
import type { KubernetesPrograms } from '@/lib/server/testing/kubernetes/programs';
import { CHART, type Example } from './files';
import { output, RELEASE } from './helm';

/** Timeout of Helm for pods and jobs. */
const TIMEOUT = '5m';

/** The result of an installation on the API server. */
export interface Installed {
  readonly name: string;
  /** Objects by kind, without those of Kubernetes itself. */
  readonly objects: Readonly<Record<string, number>>;
  readonly pods: number;
}

/** Starts a control plane with the nodes and objects that the examples require. */
export async function startCluster(programs: KubernetesPrograms): Promise<ControlPlane> {
  const plane = await startControlPlane(programs);
  const resources = { cpu: '16', memory: '64Gi' };
  await createNode(plane, 'a', resources, { 'kubernetes.io/os': 'linux' });
  await createNode(plane, 'b', resources, { 'kubernetes.io/os': 'linux' });
  await createNamespace(plane, 'pipewright-deployments');
  return plane;
}

/**
 * Installs, upgrades, rolls back and removes an example on the API server, where kwok simulates running pods. Install
 * and upgrade wait until every pod is ready and the migration has completed.
 * @throws Error with the output of Helm, or with the objects left afterwards
 */
export async function installOn(
  plane: ControlPlane,
  { path }: KubernetesPrograms,
  example: Example,
): Promise<Installed> {
  const namespace = `chart-${example.name}`;
  await createNamespace(plane, namespace);
  await createClaim(plane, namespace);
  const at = ['--namespace', namespace, '--kubeconfig', plane.kubeconfig];
  const helm = (command: string, ...args: string[]) =>
    output(path('helm'), [command, RELEASE, ...args, ...at]);
  const wait = ['--wait', '--timeout', TIMEOUT];
  await helm('install', CHART, '--values', example.values, ...wait);
  const objects = await objectsOf(plane, namespace);
  const pods = (await podsOf(plane, namespace)).length;
  await helm('upgrade', CHART, '--values', example.values, '--set', 'image.tag=0.1.1', ...wait);
  await expectImages(plane, namespace, ':0.1.1');
  await helm('rollback', '1', ...wait);
  await expectImages(plane, namespace, ':0.1.0');
  await helm('uninstall', ...wait);
  const left = Object.keys(await objectsOf(plane, namespace));
  if (left.length > 0) throw new Error(`${example.name}: helm uninstall left ${left.join(', ')}.`);
  return { name: example.name, objects, pods };
}

/** The collections that the chart may write to. */
const COLLECTIONS: readonly (readonly [kind: string, path: string])[] = [
  ['Deployment', '/apis/apps/v1/namespaces/{}/deployments'],
  ['Service', '/api/v1/namespaces/{}/services'],
  ['ServiceAccount', '/api/v1/namespaces/{}/serviceaccounts'],
  ['PodDisruptionBudget', '/apis/policy/v1/namespaces/{}/poddisruptionbudgets'],
  ['HorizontalPodAutoscaler', '/apis/autoscaling/v2/namespaces/{}/horizontalpodautoscalers'],
  ['NetworkPolicy', '/apis/networking.k8s.io/v1/namespaces/{}/networkpolicies'],
  ['Ingress', '/apis/networking.k8s.io/v1/namespaces/{}/ingresses'],
  ['Job', '/apis/batch/v1/namespaces/{}/jobs'],
  ['ConfigMap', '/api/v1/namespaces/{}/configmaps'],
  ['Role', '/apis/rbac.authorization.k8s.io/v1/roles'],
  ['RoleBinding', '/apis/rbac.authorization.k8s.io/v1/rolebindings'],
  ['ClusterRole', '/apis/rbac.authorization.k8s.io/v1/clusterroles'],
  ['ClusterRoleBinding', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'],
];
const BY_CHART = new URLSearchParams({ labelSelector: 'app.kubernetes.io/managed-by=Helm' });

async function objectsOf(plane: ControlPlane, namespace: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    COLLECTIONS.map(async ([kind, path]) => {
      const items = await listOf(plane, `${path.replace('{}', namespace)}?${BY_CHART}`);
      return [kind, items.length] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function podsOf(plane: ControlPlane, namespace: string) {
  const pods = await listOf(plane, `/api/v1/namespaces/${namespace}/pods?${BY_CHART}`);
  return pods.filter(({ status }) => objectOf(status).phase === 'Running');
}

async function expectImages(plane: ControlPlane, namespace: string, end: string): Promise<void> {
  const deployments = await listOf(plane, `/apis/apps/v1/namespaces/${namespace}/deployments`);
  const images = deployments.map(({ spec }) => JSON.stringify(spec).match(/"image":"([^"]+)"/)?.[1] ?? '');
  const other = images.find((image) => !image.endsWith(end));
  if (other !== undefined) throw new Error(`${namespace}: a Deployment has the image ${other}, not ${end}.`);
}

/** Creates the volume and claim for the examples with a shared folder of models. */
async function createClaim(plane: ControlPlane, namespace: string): Promise<void> {
  const name = 'pipewright-models';
  const common = { accessModes: ['ReadWriteMany'], storageClassName: '' };
  await create(plane, '/api/v1/persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: namespace },
    spec: {
      ...common,
      capacity: { storage: '10Gi' },
      hostPath: { path: '/models' },
      claimRef: { name, namespace },
    },
  });
  await create(plane, `/api/v1/namespaces/${namespace}/persistentvolumeclaims`, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { ...common, resources: { requests: { storage: '10Gi' } }, volumeName: namespace },
  });
}
