import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ActionError, clusterStatus } from '@/engine';
import { freePort } from '../../../testing/free-port';
import { createDialer } from '../../egress';
import { policyOf } from '../../egress/testing/policies';
import {
  type ApiServer,
  answerWell,
  listOf,
  nodeOf,
  podOf,
  READY,
  startApiServer,
  TOKEN,
} from '../testing/api-server';
import { type Authority, createAuthority } from '../testing/authority';
import { expectAborts, expectHealth } from '../testing/conformance';
import { openKubernetes } from '.';
import type { KubernetesConnection } from './connection';

let authority: Authority;
let stranger: Authority;
let api: ApiServer;

beforeAll(async () => {
  [authority, stranger] = await Promise.all([createAuthority(), createAuthority()]);
  api = await startApiServer(authority);
});
afterAll(() => api.close());
beforeEach(() => {
  answerWell(api);
  api.asked.length = 0;
});

const signal = new AbortController().signal;
const dialer = createDialer(policyOf('open'));

const open = (connection: Partial<KubernetesConnection> = {}, options = { dialer }) => {
  const credentials = connection.identity ? {} : { token: TOKEN };
  const target = { server: api.url, authority: authority.ca, ...credentials, ...connection };
  return openKubernetes(target, { ...options, mark: () => 'test' });
};

describe('a Kubernetes cluster', () => {
  test('that works is healthy, with its version, by token or client certificate', async () => {
    for (const provider of [open(), open({ identity: authority.client })]) {
      const health = await expectHealth(provider);
      expect(health).toMatchObject({ version: '1.34.2', issues: [], nodes: [{ name: 'a', isReady: true }] });
    }
    await expectAborts(open());
  });

  test('has as free capacity what nodes can allocate and pods do not request', async () => {
    const gpu = { 'nvidia.com/gpu': '4' };
    const labels = { 'nvidia.com/gpu.product': 'NVIDIA-L4' };
    api.replies.set(
      '/api/v1/nodes',
      listOf([
        nodeOf('a', { allocatable: { cpu: '3920m', memory: '16Gi', ...gpu }, labels }),
        nodeOf('b', { allocatable: { cpu: '2', memory: '8000000Ki' } }),
        nodeOf('cordoned', { unschedulable: true }),
      ]),
    );
    const pods = [
      podOf('a', { cpu: '1500m', memory: '4Gi', 'nvidia.com/gpu': '3' }),
      podOf('a', { cpu: '420m' }),
      podOf('b', { cpu: '3' }),
      { spec: { containers: [{ resources: { requests: { cpu: '100' } } }] } },
    ];
    api.replies.set('/api/v1/pods', listOf(pods));
    const { capacity, gpuTypes } = await expectHealth(open());
    expect(capacity.cpu.total).toBeCloseTo(9.92);
    expect(capacity.cpu.free).toBeCloseTo(2);
    expect(capacity.memory.free).toBe(12 * 2 ** 30 + 8_000_000 * 1024);
    expect(capacity.gpu).toEqual({ total: 4, free: 1 });
    expect(gpuTypes).toEqual(['NVIDIA-L4']);
  });

  test('counts init containers, sidecars and overhead of pods as the scheduler does', async () => {
    const of = (cpu: string, more = {}) => ({ resources: { requests: { cpu } }, ...more });
    const spec = {
      nodeName: 'a',
      containers: [of('500m')],
      initContainers: [of('100m', { restartPolicy: 'Always' }), of('2')],
      overhead: { cpu: '250m' },
    };
    api.replies.set('/api/v1/pods', listOf([{ spec }]));
    const { capacity } = await expectHealth(open());
    expect(capacity.cpu.free).toBeCloseTo(4 - 2.35);
  });

  test('is read page by page, without pods that have ended', async () => {
    const nodes = new Map([
      [null, listOf([nodeOf('a')], 'two')],
      ['two', listOf([nodeOf('b')], 'three')],
      ['three', listOf([nodeOf('c')])],
    ]);
    api.replies.set('/api/v1/nodes', (query) => nodes.get(query.get('continue')) ?? { status: 410 });
    const health = await expectHealth(open());
    expect(health.nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    const pods = api.asked.find((path) => path.startsWith('/api/v1/pods'));
    expect(new URLSearchParams(pods?.split('?')[1]).get('fieldSelector')).toBe(
      'status.phase!=Succeeded,status.phase!=Failed',
    );
  });

  test('is degraded by nodes that are not ready, and by pressure on nodes', async () => {
    const stopped = { type: 'Ready', status: 'Unknown', message: 'Kubelet stopped posting node status.' };
    const full = { type: 'DiskPressure', status: 'True', message: '' };
    const labels = { 'nvidia.com/gpu.present': 'true' };
    api.replies.set(
      '/api/v1/nodes',
      listOf([nodeOf('a', { conditions: [READY, full], labels }), nodeOf('b', { conditions: [stopped] })]),
    );
    const { issues, capacity } = await expectHealth(open());
    expect(clusterStatus(issues)).toBe('degraded');
    expect(issues.map(({ check, message }) => [check, message])).toEqual([
      ['nodes', 'Node b is not ready. Kubelet stopped posting node status.'],
      ['storage', 'Node a is low on disk space.'],
      ['gpu', 'Node a has GPUs that pods cannot use. Check its NVIDIA device plugin.'],
    ]);
    expect(capacity.cpu.total).toBe(4);
  });

  test.each([
    ['no node is ready', [nodeOf('a', { conditions: [] })], 'No node is ready. Check the kubelets.'],
    ['it has no nodes', [], 'The cluster has no nodes. Add a node.'],
  ])('is unhealthy when %s', async (_, nodes, message) => {
    api.replies.set('/api/v1/nodes', listOf(nodes));
    const { issues } = await open().health(signal);
    expect(issues).toEqual([{ check: 'nodes', severity: 'unhealthy', message }]);
  });

  test('is unhealthy when its API server says that it is not ready', async () => {
    api.replies.set('/readyz', { status: 500, text: '[-]etcd failed' });
    const { issues } = await open().health(signal);
    expect(issues).toMatchObject([{ check: 'api', severity: 'unhealthy' }]);
    expect(issues[0]?.message).toContain('/readyz returned status 500');
  });

  test('is unhealthy when it refuses connections', async () => {
    const server = `https://127.0.0.1:${await freePort()}`;
    const { issues, nodes } = await open({ server }).health(signal);
    expect(nodes).toEqual([]);
    expect(issues).toMatchObject([{ check: 'api', severity: 'unhealthy' }]);
    expect(issues[0]?.message).toContain('connection refused');
  });
});

describe('a health check of a Kubernetes cluster', () => {
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  test('fails when the certificate is not from the authority of the cluster', async () => {
    const error = await failureOf(open({ authority: stranger.ca }).health(signal));
    expect(error).toMatchObject({ kind: 'connection_error' });
    expect(api.asked).toEqual([]);
  });

  test.each([
    ['another token', { token: 'another' }],
    ['no credentials', { token: undefined }],
  ])('fails with %s', async (_, credentials) => {
    const { token } = credentials;
    const target = { server: api.url, authority: authority.ca, ...(token === undefined ? {} : { token }) };
    const provider = openKubernetes(target, { dialer, mark: () => 'test' });
    const error = await failureOf(provider.health(signal));
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(String(error)).toContain('rejects the credentials (401)');
    expect(String(error)).not.toContain('another');
  });

  test('fails with a client certificate of another authority', async () => {
    const error = await failureOf(open({ identity: stranger.client }).health(signal));
    expect(error).toMatchObject({ kind: 'rejected' });
  });

  test('names the resources that the account may not read', async () => {
    api.replies.set('/api/v1/nodes', { status: 403, json: { kind: 'Status' } });
    const error = await failureOf(open().health(signal));
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(String(error)).toContain('/api/v1/nodes: the server does not let this account read it (403)');
  });

  test('ends at its timeout when the server does not respond', async () => {
    api.replies.set('/api/v1/nodes', 'silence');
    const late = new ActionError('timeout', 'Cluster health took longer than 1 s.');
    const controller = new AbortController();
    api.replies.set('/version', () => {
      controller.abort(late);
      return 'silence';
    });
    expect(await failureOf(open().health(controller.signal))).toBe(late);
  });

  test.each([
    ['HTML', { text: '<html>Sign in</html>' }],
    ['other JSON', { json: { items: 'none' } }],
    ['a quantity that is none', listOf([nodeOf('a', { allocatable: { cpu: 'many' } })])],
    ['a status of another server', { status: 502, text: 'Bad gateway' }],
    ['a redirect', { status: 302, location: '/readyz' }],
  ])('fails when the list of nodes is %s', async (_, reply) => {
    api.replies.set('/api/v1/nodes', reply);
    const error = await failureOf(open().health(signal));
    expect(error).toMatchObject({ kind: 'rejected' });
  });

  test('ends when the pages of a list are endless', async () => {
    api.replies.set('/api/v1/pods', listOf([], 'again'));
    const error = await failureOf(open().health(signal));
    expect(String(error)).toContain('returned more than');
  });

  test('connects only to addresses that the installation may call', async () => {
    const strict = createDialer(policyOf('public'));
    const error = await failureOf(open({}, { dialer: strict }).health(signal));
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(api.asked).toEqual([]);
  });
});
