import { afterAll, beforeAll, expect, it } from 'vitest';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { INSTALLATION_LABEL } from './kubernetes/names';
import { type FakeFixture, openFakeFixture } from './testing/fake-fixture';
import { ApiFailure, type ApiObject } from './testing/fake-kubernetes/object';
import { resourceOf } from './testing/fake-kubernetes/resources';
import { CLUSTER, type KubernetesBench, openKubernetesBench } from './testing/kubernetes-bench';
import { create } from './testing/workbench';

let fixture: FakeFixture;
let cluster: KubernetesBench;
let server: ServerDeployments;

beforeAll(async () => {
  fixture = await openFakeFixture();
  cluster = await openKubernetesBench(fixture);
  server = await cluster.bench.open({ ...cluster.options, timings: { sweepMs: 150 } });
});
afterAll(() => cluster.close());

const KINDS = ['secrets', 'deployments', 'services', 'horizontalpodautoscalers'] as const;
const autoScaling = { enabled: true, min_replicas: 1, max_replicas: 2, target_cpu: 70 };
const put = (plural: string, object: ApiObject, change: Partial<ApiObject['metadata']> = {}) => {
  const metadata = { ...object.metadata, ...change };
  fixture.fake.objects.create(resourceOf(plural), fixture.namespace, { ...object, metadata });
};
/** The objects of a new deployment, as the cluster has them. */
const objectsOf = (id: string) =>
  KINDS.map((plural) => {
    const labels = { 'pipewright/deployment-id': id };
    const [found] = fixture.fake.objects.list(resourceOf(plural).kind, fixture.namespace, labels);
    if (!found) throw new Error(`There are no ${plural}.`);
    return { plural, object: structuredClone(found) };
  });
const start = async (name: string) => {
  const { id } = await create(server, name, { clusterId: CLUSTER, autoScaling });
  await cluster.bench.untilStatus(name, 'active');
  return { id, objects: objectsOf(id) };
};
const remove = async (name: string) => {
  await server.registry.deleteAs(name, BY_PERSON);
  await cluster.bench.untilGone(name);
};
const sweeps = async (count: number) => {
  let lists = 0;
  fixture.fake.before = (method, path, isAccount) => {
    if (isAccount && method === 'GET' && path.endsWith('/secrets')) lists += 1;
  };
  await until('sweeps', async () => lists > count);
  fixture.fake.before = () => undefined;
};

it('deletes what a suspended process created after the deletion of a deployment', async () => {
  const { objects } = await start('late');
  await remove('late');
  for (const { plural, object } of objects) put(plural, object);
  expect((await cluster.objects()).length).toBeGreaterThanOrEqual(4);
  await until('no objects', async () => (await cluster.objects()).length === 0);
});

it('leaves objects of another installation, of unknown deployments, of present ones, and without its label', async () => {
  const { id, objects } = await start('present');
  const gone = await start('gone');
  await remove('gone');
  const [, deployment] = objects;
  const [secret] = gone.objects;
  if (!deployment || !secret) throw new Error('There are no objects.');
  const { labels = {} } = secret.object.metadata;
  const { [INSTALLATION_LABEL]: _, ...unlabelled } = labels;
  put('secrets', secret.object, {
    name: 'of-another',
    labels: { ...labels, [INSTALLATION_LABEL]: 'another' },
  });
  put('secrets', secret.object, { name: 'of-an-earlier-version', labels: unlabelled });
  put('secrets', secret.object, {
    name: 'unknown',
    labels: { ...labels, 'pipewright/deployment-id': 'dep_2' },
  });
  put('secrets', secret.object, { name: 'orphan' });
  await until('the end of the orphan', async () => !(await cluster.objects()).includes('Secret orphan'));
  await sweeps(3);
  const left = await cluster.objects();
  expect(left).toEqual(
    expect.arrayContaining(['Secret of-another', 'Secret of-an-earlier-version', 'Secret unknown']),
  );
  expect(objectsOf(id)).toHaveLength(4);
  for (const name of ['of-another', 'of-an-earlier-version', 'unknown']) {
    await cluster.api('DELETE', `/api/v1/namespaces/${fixture.namespace}/secrets/${name}`);
  }
  await remove('present');
});

it('reports a cluster that refuses the search once, and continues', async () => {
  const { objects } = await start('refused');
  await remove('refused');
  let refusals = 0;
  fixture.fake.before = (method, path, isAccount) => {
    if (!isAccount || method !== 'GET' || !path.endsWith('/services')) return;
    refusals += 1;
    throw new ApiFailure(403, 'Forbidden', 'services is forbidden');
  };
  await until('refusals', async () => refusals > 3);
  expect(cluster.bench.reported.map(String)).toEqual([expect.stringContaining('(403)')]);
  fixture.fake.before = () => undefined;
  for (const { plural, object } of objects) put(plural, object);
  await until('no objects', async () => (await cluster.objects()).length === 0);
});
