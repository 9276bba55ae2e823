import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { KubernetesApi } from '../adapters/clusters/kubernetes/api';
import type { WantedDeployment } from '../adapters/clusters/provider';
import { createDialer } from '../adapters/egress';
import { policyOf } from '../adapters/egress/testing/policies';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { pathsOf } from './kubernetes/paths';
import type { PodPlan } from './kubernetes/plan';
import { reconcile } from './kubernetes/reconcile';
import { removeObjects } from './kubernetes/remove-objects';
import { type FakeFixture, openFakeFixture } from './testing/fake-fixture';
import { ApiFailure, type ApiObject } from './testing/fake-kubernetes/object';
import { resourceOf } from './testing/fake-kubernetes/resources';
import { CLUSTER, type KubernetesBench, openKubernetesBench } from './testing/kubernetes-bench';
import { create, MODEL_ID } from './testing/workbench';

let fixture: FakeFixture;
let cluster: KubernetesBench;
let server: ServerDeployments;

beforeAll(async () => {
  fixture = await openFakeFixture();
  cluster = await openKubernetesBench(fixture);
  server = await cluster.bench.open(cluster.options);
});
afterEach(() => {
  fixture.fake.before = () => undefined;
  fixture.fake.controllers.secondMs = 1000;
});
afterAll(() => cluster.close());

const start = async (name: string) => {
  const row = await create(server, name, { clusterId: CLUSTER });
  await cluster.bench.untilStatus(name, 'active');
  return row;
};
const update = (name: string, runtime: string, replicas = 1) =>
  server.registry.create({
    ...{ name, runtime, modelId: MODEL_ID, clusterId: CLUSTER, replicas },
    ...{ resources: { gpu_count: 0 }, ifExists: 'update' },
    ...{ owner: { runId: 'run_1', step: 'release' }, signal: AbortSignal.timeout(280_000) },
  });
/** From now on, the deadline of 615 s passes in about 3 s, also for pods that only a loaded machine delays. */
const shortenDeadline = () => {
  fixture.fake.controllers.secondMs = 5;
};
const remove = async (name: string) => {
  await server.registry.deleteAs(name, BY_PERSON);
  await cluster.bench.untilGone(name);
  expect(await cluster.objects()).toEqual([]);
};
const deployment = (): ApiObject => {
  const [found] = fixture.fake.objects.list('Deployment');
  if (!found) throw new Error('There is no Deployment.');
  return found;
};

it('changes a Deployment again that another writer changed meanwhile, and keeps that change', async () => {
  await start('shared');
  let patches = 0;
  fixture.fake.before = (method, path) => {
    if (method !== 'PATCH' || !/\/deployments\/[^/]+$/.test(path)) return;
    patches += 1;
    if (patches > 1) return;
    const found = deployment();
    const annotations = { ...found.metadata.annotations, 'example.org/owner': 'team-a' };
    const metadata = { ...found.metadata, annotations };
    fixture.fake.objects.replace(resourceOf('deployments'), found, { ...found, metadata });
  };
  await update('shared', 'slow');
  const { metadata, spec } = deployment();
  expect(patches).toBe(2);
  expect(metadata.annotations?.['example.org/owner']).toBe('team-a');
  expect(spec.template.metadata.labels['pipewright/release']).toBe('2');
  await remove('shared');
});

it('scales again after a conflict', async () => {
  await start('contended');
  let conflicts = 0;
  fixture.fake.before = (method, path) => {
    if (method !== 'PATCH' || !path.endsWith('/scale') || conflicts === 2) return;
    conflicts += 1;
    throw new ApiFailure(409, 'Conflict', 'the object has been modified');
  };
  await server.registry.scaleAs('contended', 2, BY_PERSON);
  await until('two replicas', async () => {
    const state = await cluster.bench.stateOf('contended');
    return state?.row.status === 'active' && state.row.error === null && state.replicas.length === 2;
  });
  expect(conflicts).toBe(2);
  await remove('contended');
});

it('rolls a release back whose pods do not become ready within the deadline of the cluster', async () => {
  await start('late');
  cluster.kubelet.canSchedule = false;
  shortenDeadline();
  const updated = update('late', 'slow');
  await expect(updated).rejects.toThrow(/was rolled back.*has timed out progressing.*Insufficient/s);
  fixture.fake.controllers.secondMs = 1000;
  cluster.kubelet.canSchedule = true;
  const { row } = await until('the earlier release', async () => {
    const state = await cluster.bench.stateOf('late');
    return state?.row.status === 'active' && state.replicas.length === 1 && state;
  });
  expect(row).toMatchObject({ runtime: 'good', release: 1, error: null });
  await remove('late');
});

it('rolls a release back of which only some pods become ready', async () => {
  await create(server, 'partial', { clusterId: CLUSTER, replicas: 2 });
  await cluster.bench.untilStatus('partial', 'active');
  let bindings = 0;
  fixture.fake.before = (_, path) => {
    if (!path.endsWith('/binding')) return;
    bindings += 1;
    if (bindings > 1) throw new ApiFailure(503, 'ServiceUnavailable', 'no node yet');
  };
  shortenDeadline();
  await expect(update('partial', 'slow', 2)).rejects.toThrow(/was rolled back.*has timed out progressing/s);
  fixture.fake.before = () => undefined;
  fixture.fake.controllers.secondMs = 1000;
  const { replicas } = await until('the earlier release', async () => {
    const state = await cluster.bench.stateOf('partial');
    return state?.row.status === 'active' && state.replicas.length === 2 && state;
  });
  expect(replicas.map(({ release }) => release)).toEqual([1, 1]);
  await remove('partial');
});

it('says since when a deletion waits for its cluster, and goes on when it is reachable', async () => {
  await start('cut');
  const restore = await fixture.cutOff();
  await server.registry.deleteAs('cut', BY_PERSON);
  const { row } = await until('the reason', async () => {
    const state = await cluster.bench.stateOf('cut');
    return state?.row.error != null && state;
  });
  expect(row.status).toBe('deleting');
  expect(row.error?.message).toMatch(
    /^The cluster gpu-east has been unreachable since .*Z\. The deletion continues when the cluster is reachable\./,
  );
  await restore();
  await cluster.bench.untilGone('cut');
  expect(await cluster.objects()).toEqual([]);
});

it('leaves one set of objects when a server stops between two writes', async () => {
  let writes = 0;
  fixture.fake.before = (method) => {
    if (method !== 'POST') return;
    writes += 1;
    // The server is gone after its first write.
    if (writes > 1) throw new ApiFailure(503, 'ServiceUnavailable', 'not now');
  };
  await create(server, 'halved', { clusterId: CLUSTER });
  await until('a second write', async () => writes > 1);
  await server.stop();
  fixture.fake.before = () => undefined;
  server = await cluster.bench.open(cluster.options);
  await cluster.bench.untilStatus('halved', 'active');
  const kinds = (await cluster.objects()).map((object) => object.split(' ')[0]).sort();
  expect(kinds).toEqual(['Deployment', 'Pod', 'Secret', 'Service']);
  await remove('halved');
});

it('leaves one set of objects when two processes create and delete them at once', async () => {
  const wanted: WantedDeployment = {
    ...{ id: 'dep_1', name: 'raced', modelId: MODEL_ID, clusterId: CLUSTER, runtime: 'good' },
    ...{ externalUrl: null, replicas: 1, resources: { gpu_count: 0 }, status: 'pending' },
    ...{ autoScaling: null, generation: 1, observed: 0, release: 1, previous: null },
  };
  const plan: PodPlan = {
    ...{ image: 'image', command: ['serve'], env: [], healthPath: '/health', readyTimeoutSeconds: 120 },
    ...{ claim: undefined, subPath: undefined, pod: {} },
    download: { image: 'image', files: { 'curl.conf': '', sha256sums: '' } },
  };
  cluster.kubelet.canSchedule = false;
  const policy = policyOf('open');
  const dialer = createDialer({ last: policy, current: async () => policy });
  const work = () => {
    const { signal } = new AbortController();
    const api = new KubernetesApi(fixture.connection, { dialer, mark: () => 'test' }, signal);
    const paths = pathsOf(fixture.namespace, wanted);
    const manifest = { wanted, installation: 'test', plan, drainSeconds: 1 };
    return { api, paths, manifest, autoscaling: async () => undefined };
  };
  fixture.fake.writes.length = 0;
  await Promise.all([reconcile(work()), reconcile(work()), reconcile(work())]);
  // Each process found nothing, so that all tried to create the first object.
  expect(fixture.fake.writes.filter((write) => write.endsWith('/secrets')).length).toBeGreaterThan(1);
  await until('a pod', async () => (await cluster.objects()).length === 4);
  const remove = () => removeObjects({ ...work(), url: '' }, wanted, async () => undefined);
  await Promise.all([remove(), remove(), remove()]);
  await until('nothing left', async () => (await remove()).isGone);
  expect(await cluster.objects()).toEqual([]);
  cluster.kubelet.canSchedule = true;
});
