import type { JsonObject } from '@/engine';
import { until } from '../until';
import type { ControlPlane } from './control-plane';

/** Creates an object. @param path of its collection @throws Error with the answer when it is refused */
export async function create(plane: ControlPlane, path: string, body: JsonObject): Promise<JsonObject> {
  const answer = await plane.request({ method: 'POST', path, body });
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return objectOf(answer.body);
}

/** A node that kwok makes ready. */
export function createNode(
  plane: ControlPlane,
  name: string,
  allocatable: Record<string, string>,
  labels = {},
) {
  const resources = { pods: '110', ...allocatable };
  return create(plane, '/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, annotations: { 'kwok.x-k8s.io/node': 'fake' } },
    status: { allocatable: resources, capacity: resources },
  });
}

/** Creates a namespace, and waits for the service account that its pods need. */
export async function createNamespace(plane: ControlPlane, name: string): Promise<void> {
  await create(plane, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const path = `/api/v1/namespaces/${name}/serviceaccounts/default`;
  await until(`the service account of ${name}`, async () => (await plane.request({ path })).status === 200);
}

/** The items of a list. */
export async function listOf(plane: ControlPlane, path: string): Promise<JsonObject[]> {
  const { body } = await plane.request({ path });
  const { items } = objectOf(body);
  return Array.isArray(items) ? items.map(objectOf) : [];
}

/** @throws Error when a value is no object */
export function objectOf(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Expected an object, but found ${JSON.stringify(value)}.`);
  }
  return value as JsonObject;
}

/** A token of a service account with a ClusterRole or Role of these rules; it is created with its namespace's name. */
export async function tokenWithRules(
  plane: ControlPlane,
  namespace: string,
  name: string,
  rules: JsonObject[],
): Promise<string> {
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  const metadata = { name };
  await create(plane, accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  await create(plane, `${rbac}/clusterroles`, { apiVersion, kind: 'ClusterRole', metadata, rules });
  await create(plane, `${rbac}/clusterrolebindings`, {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  });
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const { status } = await create(plane, `${accounts}/${name}/token`, request);
  const { token } = objectOf(status);
  if (typeof token !== 'string') throw new Error(`The API server issued no token for ${name}.`);
  return token;
}
