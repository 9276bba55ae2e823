import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { clusterStatus } from '@/engine';
import { type ControlPlane, startControlPlane } from '@/lib/server/testing/kubernetes/control-plane';
import {
  create,
  createNamespace,
  createNode,
  listOf,
  objectOf,
  tokenWithRules,
} from '@/lib/server/testing/kubernetes/objects';
import { findKubernetes, HOW_TO_BUILD } from '@/lib/server/testing/kubernetes/programs';
import { until } from '@/lib/server/testing/until';
import { createDialer } from '../../egress';
import { policyOf } from '../../egress/testing/policies';
import { expectAborts, expectHealth } from '../testing/conformance';
import { openKubernetes } from '.';
import type { KubernetesConnection } from './connection';

const programs = findKubernetes(inject('kubernetesFolder'));
// A skipped test must not look like one that passed.
if (programs === undefined) {
  process.stderr.write(`NOT RUN: cluster health on a real Kubernetes API server. ${HOW_TO_BUILD}\n`);
}

const dialer = createDialer(policyOf('open'));
const signal = new AbortController().signal;

/** What the page of clusters tells administrators to grant. */
const READER = [{ apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['get', 'list'] }];

describe.runIf(programs === undefined)('without a real Kubernetes API server', () => {
  test('cluster health is tested with the API server of kubernetes.integration.test.ts', () => {
    expect(programs).toBeUndefined();
  });
});

describe.skipIf(programs === undefined)('a real Kubernetes API server', () => {
  let plane: ControlPlane;
  let token: string;

  const open = (connection: Partial<KubernetesConnection> = {}) => {
    const credentials = connection.identity ? {} : { token };
    const target = { server: plane.url, authority: plane.authority.ca, ...credentials, ...connection };
    return openKubernetes(target, { dialer, mark: () => 'test' });
  };

  beforeAll(async () => {
    if (programs === undefined) return;
    plane = await startControlPlane(programs);
    await createNamespace(plane, 'reader');
    token = await tokenWithRules(plane, 'reader', 'reader', READER);
  });
  afterAll(() => plane?.stop(), 60_000);

  test('has no nodes at first, which is unhealthy', async () => {
    const { issues, version } = await open().health(signal);
    expect(issues).toEqual([
      { check: 'nodes', severity: 'unhealthy', message: 'The cluster has no nodes. Add a node.' },
    ]);
    expect(version).toBe(programs?.version);
  });

  test('is healthy with ready nodes, and has free what their pods do not request', async () => {
    await createNode(
      plane,
      'a',
      { cpu: '4', memory: '8Gi', 'nvidia.com/gpu': '2' },
      { 'nvidia.com/gpu.product': 'L4' },
    );
    await until('the node a to be ready', async () => (await open().health(signal)).issues.length === 0);
    expect(await expectHealth(open())).toMatchObject({
      version: programs?.version,
      issues: [],
      nodes: [{ name: 'a', isReady: true }],
      capacity: { cpu: { total: 4, free: 4 }, gpu: { total: 2, free: 2 } },
      gpuTypes: ['L4'],
    });
    await createNamespace(plane, 'team');
    await create(plane, '/apis/apps/v1/namespaces/team/deployments', busy(2));
    await until('both pods to run', async () => (await running()).length === 2);
    const { capacity } = await expectHealth(open());
    expect(capacity.cpu).toEqual({ total: 4, free: 1 });
    expect(capacity.memory.free).toBe(6 * 2 ** 30);
    expect(capacity.gpu).toEqual({ total: 2, free: 0 });
  });

  test('counts no pods that wait for a node, and no free capacity of a cordoned node', async () => {
    await plane.request({
      method: 'PATCH',
      path: '/apis/apps/v1/namespaces/team/deployments/busy/scale',
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas: 9 } },
    });
    await until('seven pods without a node', async () => {
      const waiting = (await pods()).filter(({ spec }) => objectOf(spec ?? null).nodeName === undefined);
      return waiting.length === 7;
    });
    expect((await expectHealth(open())).capacity.cpu).toEqual({ total: 4, free: 1 });
    await plane.request({
      method: 'PATCH',
      path: '/api/v1/nodes/a',
      contentType: 'application/merge-patch+json',
      body: { spec: { unschedulable: true } },
    });
    expect((await expectHealth(open())).capacity.cpu).toEqual({ total: 4, free: 0 });
  });

  test('is degraded by a node whose kubelet never reported', async () => {
    await create(plane, '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'silent' } });
    const { issues, nodes } = await open().health(signal);
    expect(clusterStatus(issues)).toBe('degraded');
    expect(issues).toMatchObject([{ check: 'nodes', severity: 'degraded' }]);
    expect(issues[0]?.message).toContain('Node silent is not ready.');
    expect(nodes.map(({ name, isReady }) => [name, isReady])).toEqual([
      ['a', true],
      ['silent', false],
    ]);
  });

  test('accepts a client certificate of its authority, once it has the rights', async () => {
    await expect(open({ identity: plane.authority.client }).health(signal)).rejects.toThrow('(403)');
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    await create(plane, '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'client' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'client' }],
    });
    const read = () => open({ identity: plane.authority.client }).health(signal);
    await until('the binding to count', () =>
      read().then(
        () => true,
        () => false,
      ),
    );
    expect((await read()).nodes).toHaveLength(2);
  });

  test('names the resource that a token without rights may not read, and rejects a wrong token', async () => {
    await expect(open({ token: plane.tokens.stranger }).health(signal)).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('the server does not let this account read it (403)'),
    });
    await expect(open({ token: 'another' }).health(signal)).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('rejects the credentials (401)'),
    });
  });

  test('is given up by the timeout of its caller', () => expectAborts(open()));

  test('that has vanished is unhealthy', async () => {
    await plane.stop();
    const { issues, nodes } = await open().health(signal);
    expect(nodes).toEqual([]);
    expect(issues).toMatchObject([{ check: 'api', severity: 'unhealthy' }]);
    expect(issues[0]?.message).toContain('connection refused');
  });

  const pods = () => listOf(plane, '/api/v1/namespaces/team/pods');
  const running = async () =>
    (await pods()).filter(({ status }) => objectOf(status ?? null).phase === 'Running');
});

/** A Deployment of which two pods fit on the node. */
function busy(replicas: number) {
  const labels = { app: 'busy' };
  const resources = {
    requests: { cpu: '1500m', memory: '1Gi' },
    limits: { 'nvidia.com/gpu': '1' },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'busy' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'main', image: 'example.org/busy', resources }] },
      },
    },
  };
}
