import { createServer } from 'node:net';
import { describe, expect, inject, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../testing/kubernetes/control-plane';
import { create, createNamespace } from '../testing/kubernetes/objects';
import { findKubernetes, HOW_TO_BUILD, type KubernetesPrograms } from '../testing/kubernetes/programs';
import type { ClusterFixture } from './testing/cluster-fixture';
import { describeKubernetes } from './testing/kubernetes-conformance';
import { describeKubernetesReleases } from './testing/kubernetes-releases';
import { DEPLOYMENT_RIGHTS } from './testing/kubernetes-rights';

/** The network of pods, of which `npm run test:kubernetes` makes every address one of this machine. */
const podAddress = (index: number) => `10.244.${Math.floor(index / 250)}.${(index % 250) + 1}`;

/** Whether replicas can listen on addresses of pods. */
function hasPodNetwork(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(0, podAddress(0), () => server.close(() => resolve(true)));
  });
}

/** Gives the user without rights those of the Role of deployments. */
async function grantRights(plane: ControlPlane, namespace: string): Promise<void> {
  const group = 'rbac.authorization.k8s.io';
  const path = `/apis/${group}/v1/namespaces/${namespace}`;
  const metadata = { name: 'deployments' };
  const rules = DEPLOYMENT_RIGHTS.map(({ apiGroups, resources, verbs }) => ({
    apiGroups: [...apiGroups],
    resources: [...resources],
    verbs: [...verbs],
  }));
  await create(plane, `${path}/roles`, { apiVersion: `${group}/v1`, kind: 'Role', metadata, rules });
  await create(plane, `${path}/rolebindings`, {
    ...{ apiVersion: `${group}/v1`, kind: 'RoleBinding', metadata },
    roleRef: { apiGroup: group, kind: 'Role', name: metadata.name },
    subjects: [{ apiGroup: group, kind: 'User', name: 'stranger' }],
  });
}

async function openRealFixture(programs: KubernetesPrograms): Promise<ClusterFixture> {
  const plane = await startControlPlane(programs, { withNodes: false });
  const namespace = 'inference';
  await createNamespace(plane, namespace);
  await grantRights(plane, namespace);
  let pods = 0;
  return {
    connection: { server: plane.url, authority: plane.authority.ca, token: plane.tokens.admin },
    account: { server: plane.url, authority: plane.authority.ca, token: plane.tokens.stranger },
    namespace,
    podAddresses: () => {
      pods += 1;
      return podAddress(pods);
    },
    cutOff: async () => {
      const resume = plane.cutOff();
      return async () => resume();
    },
    close: () => plane.stop(),
  };
}

const programs = findKubernetes(inject('kubernetesFolder'));
const canRun = await hasPodNetwork();

if (programs && canRun) {
  describeKubernetes('on a real API server', () => openRealFixture(programs));
  describeKubernetesReleases('on a real API server', () => openRealFixture(programs));
} else {
  // A test that did not run must not look like one that passed.
  const how = programs ? 'Run it with "npm run test:kubernetes".' : HOW_TO_BUILD;
  process.stderr.write(`NOT RUN: deployments on a real Kubernetes API server. ${how}\n`);
  describe('without a real Kubernetes API server and a network of pods', () => {
    test('deployments are tested with the API server of kubernetes.integration.test.ts', () => {
      expect(programs !== undefined && canRun).toBe(false);
    });
  });
}
