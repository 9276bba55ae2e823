import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { models } from '@/drizzle/schema';
import type { RevealedSecret } from '@/engine/ports';
import { rowsOf } from '../db/rows';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { objectName } from './kubernetes/names';
import { type FakeFixture, openFakeFixture } from './testing/fake-fixture';
import { CLUSTER, type KubernetesBench, openKubernetesBench } from './testing/kubernetes-bench';
import { create } from './testing/workbench';

const TOKEN = 'hf_private_value';
const KEYS = 'AKIDEXAMPLE:bucket/keys+value:bucket-session';

let fixture: FakeFixture;
let cluster: KubernetesBench;
let server: ServerDeployments;
const stored = new Map<string, RevealedSecret>();

beforeAll(async () => {
  fixture = await openFakeFixture();
  cluster = await openKubernetesBench(fixture);
});
afterEach(async () => {
  await server.registry.deleteAs('gated', BY_PERSON).catch(() => undefined);
  await cluster.bench.untilGone('gated');
  expect(await cluster.objects()).toEqual([]);
  await server.stop();
});
afterAll(() => cluster.close());

/** A server whose KUBERNETES_FILE names secrets of sources, with a model. */
const open = async (
  secrets: Readonly<Record<string, string>>,
  model: { readonly source: 'model_hub' | 's3'; readonly uri: string; readonly secret?: string },
) => {
  const file = JSON.parse(await readFile(cluster.options.kubernetesFile, 'utf8'));
  file.clusters[CLUSTER].models = { from: 'source', secrets };
  await writeFile(cluster.options.kubernetesFile, JSON.stringify(file));
  const { source, uri, secret = null } = model;
  const request = { files: [], secret, maxWaitSeconds: 60, revision: null, sha256: null };
  await rowsOf(cluster.bench.sql).update(models).set({ source, uri, request });
  const reveal = async (name: string) => stored.get(name);
  server = await cluster.bench.open({ ...cluster.options, secrets: { reveal } });
};
const deploy = () => create(server, 'gated', { clusterId: CLUSTER });
const configIn = async (row: { id: string; name: string }): Promise<string> => {
  const { data } = await cluster.api('GET', `/api/v1/namespaces/inference/secrets/${objectName(row)}`);
  return Buffer.from(Object(data)['release-1.curl.conf'], 'base64').toString('utf8');
};
/** Everything that is stored or shown of a deployment, besides the Secret. */
const traces = async () => {
  const kinds = ['Deployment', 'Pod', 'Service'].flatMap((kind) => fixture.fake.objects.list(kind));
  const { sql, reported } = cluster.bench;
  const rows = [await sql`select * from deployments`, await sql`select * from deployment_events`];
  const replicas = await sql`select * from deployment_replicas`;
  return JSON.stringify([kinds, rows, replicas, reported.map(String), fixture.fake.writes]);
};

it('puts the token of a gated model into the Secret of the deployment only', async () => {
  stored.set('hub_token', { name: 'hub_token', value: TOKEN, hosts: ['huggingface.co'] });
  await open({ model_hub: 'hub_token' }, { source: 'model_hub', uri: 'hf://org/gated', secret: 'own_token' });
  const row = await deploy();
  await cluster.bench.untilStatus('gated', 'active');
  const config = await configIn(row);
  expect(config).toContain(`header = "Authorization: Bearer ${TOKEN}"`);
  expect(config).toContain('url = "https://huggingface.co/org/gated/resolve/main/tiny.gguf"');
  expect(await traces()).not.toContain('private_value');
  const [pod] = fixture.fake.objects.list('Pod');
  const mounts = pod?.spec.containers[0].volumeMounts.map(({ name }: { name: string }) => name);
  expect(mounts).toEqual(['models']);
});

it('signs the downloads of a bucket with the keys of the secret, and changes them with it', async () => {
  stored.set('bucket_keys', { name: 'bucket_keys', value: KEYS, hosts: [] });
  await open({ s3: 'bucket_keys' }, { source: 's3', uri: 's3://models/tiny' });
  const row = await deploy();
  await cluster.bench.untilStatus('gated', 'active');
  const config = await configIn(row);
  expect(config).toContain('aws-sigv4 = "aws:amz:eu-central-1:s3"');
  expect(config).toContain('user = "AKIDEXAMPLE:bucket/keys+value"');
  expect(config).toContain('header = "x-amz-security-token: bucket-session"');
  expect(config).toContain('url = "https://s3.eu-central-1.amazonaws.com/models/tiny/tiny.gguf"');
  expect(config).not.toContain('location');
  for (const part of ['AKIDEXAMPLE', 'keys+value', 'bucket-session'])
    expect(await traces()).not.toContain(part);
  stored.set('bucket_keys', { name: 'bucket_keys', value: 'AKIDOTHER:rotated', hosts: [] });
  await until('the new keys', async () => (await configIn(row)).includes('user = "AKIDOTHER:rotated"'));
  expect(fixture.fake.objects.list('Pod')).toHaveLength(1);
});

const HUB = { source: 'model_hub', uri: 'hf://org/gated' } as const;
it.each([
  ['names no secret for a bucket', {}, { source: 's3', uri: 's3://models/tiny' }, 'models.secrets.s3'],
  ['names no secret for a gated model', {}, { ...HUB, secret: 'own' }, 'models.secrets.model_hub'],
  ['names a secret that does not exist', { model_hub: 'none' }, HUB, 'the secret none, which does not exist'],
  ['names a secret of another host', { model_hub: 'elsewhere' }, HUB, 'allowed only for example.org'],
  ['names a value that is no token', { model_hub: 'lines' }, HUB, 'is not an access token'],
  [
    'names a token for keys',
    { s3: 'token' },
    { source: 's3', uri: 's3://models/tiny' },
    'does not have the form',
  ],
] as const)(
  'refuses a model before anything is created when KUBERNETES_FILE %s',
  async (_, secrets, model, why) => {
    stored.set('elsewhere', { name: 'elsewhere', value: TOKEN, hosts: ['example.org'] });
    stored.set('lines', { name: 'lines', value: 'a\nheader = "X: y"', hosts: [] });
    stored.set('token', { name: 'token', value: TOKEN, hosts: [] });
    await open(secrets, model);
    fixture.fake.writes.length = 0;
    const refusal = await deploy().catch((error: Error) => error.message);
    expect(refusal).toContain(why);
    expect(refusal).not.toContain(TOKEN);
    expect(await cluster.bench.sql`select from deployments where deleted_at is null`).toHaveLength(0);
    expect(fixture.fake.writes).toEqual([]);
  },
);
