import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { parseKubernetesFile } from '@/lib/server/deployments/kubernetes/settings';
import { DEPLOYMENT_RIGHTS } from '@/lib/server/deployments/testing/kubernetes-rights';
import packageJson from '../../package.json' with { type: 'json' };
import { projectRoot } from '../run';
import { CHART, examples, stampOf } from './files';
import { defaultValues, valuesSchema } from './values-page';

const container = z.looseObject({
  name: z.string(),
  command: z.array(z.string()),
  env: z
    .array(
      z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() }),
    )
    .default([]),
  resources: z.looseObject({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.unknown().optional(),
  }),
  securityContext: z.unknown().optional(),
  livenessProbe: z.looseObject({ httpGet: z.looseObject({ path: z.string() }) }).optional(),
  readinessProbe: z.looseObject({ httpGet: z.looseObject({ path: z.string() }) }).optional(),
  lifecycle: z.looseObject({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
});
const podSpec = z.looseObject({
  containers: z.array(container).length(1),
  securityContext: z.looseObject({ runAsNonRoot: z.boolean(), runAsUser: z.number() }),
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: z.number().optional(),
});
const object = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({ template: z.looseObject({ spec: podSpec }).optional() }).optional(),
});

const rendered = examples().map((example) => {
  const text = readFileSync(example.rendered, 'utf8');
  const objects = parseAllDocuments(text).flatMap(
    (document) => object.nullable().parse(document.toJS()) ?? [],
  );
  return { ...example, text, objects };
});
const pods = rendered.flatMap(({ name, objects }) =>
  objects.flatMap(({ kind, metadata, spec }) => {
    const pod = kind === 'Pod' ? podSpec.parse(spec) : spec?.template?.spec;
    return pod
      ? [{ title: `${name}: ${kind} ${metadata.name}`, kind, pod, container: pod.containers[0] }]
      : [];
  }),
);

/** Shutdown timeout of a process: SHUTDOWN_MS in lib/server/start.ts. */
function shutdownSeconds(): number {
  const source = readFileSync(join(projectRoot, 'lib/server/start.ts'), 'utf8');
  const [, written = ''] = /SHUTDOWN_MS = ([\d_]+);/.exec(source) ?? [];
  return Number(written.replaceAll('_', '')) / 1000;
}

describe('the Helm chart', () => {
  test('has the version of the package', () => {
    const { version, appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
    expect([version, appVersion]).toEqual([packageJson.version, packageJson.version]);
  });

  test('accepts its defaults and the examples, and refuses values that it does not know', () => {
    const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(valuesSchema())));
    expect(schema.safeParse(defaultValues()).error?.issues).toBeUndefined();
    for (const { values } of examples()) {
      expect(schema.safeParse(parse(readFileSync(values, 'utf8'))).error?.issues, values).toBeUndefined();
    }
    for (const wrong of [
      { replicas: 2 },
      { web: { replica: 2 } },
      { hosts: ['a/b'] },
      { settings: { a: '1' } },
    ]) {
      expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    }
  });

  test('was rendered again after its last change', () => {
    for (const example of rendered) {
      const hint = `${example.name}: run "npm run chart -- --write"`;
      expect(example.text.split('\n', 1)[0], hint).toBe(stampOf(example));
    }
  });

  test('refuses an installation that nobody decided to be without sign-in', () => {
    expect(defaultValues()).toMatchObject({ allowUnauthenticated: false });
  });
});

describe('a pod of the Helm chart', () => {
  test.each(pods)(
    '$title has no more rights than it needs',
    ({ pod, container: { securityContext } = {} }) => {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    },
  );

  test.each(pods)('$title runs a program of the image', ({ container: { command = [] } = {} }) => {
    const file = command.find((word) => /^(scripts|cli)\//.test(word));
    if (file === undefined) expect(command.slice(0, 2)).toEqual(['node', '-e']);
    else expect(existsSync(join(projectRoot, file))).toBe(true);
  });

  test.each(pods)('$title takes credentials from Secrets only', ({ container: { env = [] } = {} }) => {
    const secret = env.filter(({ name }) => /^(DATABASE_URL|PIPEWRIGHT_KEY|SMTP_URL)$/.test(name));
    for (const { value, valueFrom } of secret) {
      expect(value).toBeUndefined();
      expect(valueFrom).toMatchObject({
        secretKeyRef: { name: expect.any(String), key: expect.any(String) },
      });
    }
  });

  const long = pods.filter(({ kind }) => kind === 'Deployment');

  test.each(long)('$title is probed at the health endpoints', ({ container: probed }) => {
    expect(probed?.livenessProbe?.httpGet.path).toBe(systemEndpoints.live.path);
    expect(probed?.readinessProbe?.httpGet.path).toBe(systemEndpoints.ready.path);
  });

  test.each(long)('$title has time to end its work', ({ pod, container: ending }) => {
    const before = ending?.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(shutdownSeconds()).toBeGreaterThan(0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(before + shutdownSeconds());
  });

  test('has a token for the API server only where the chart gives it rights', () => {
    const withToken = pods.filter(({ pod }) => pod.automountServiceAccountToken).map(({ title }) => title);
    expect(withToken.length).toBeGreaterThan(0);
    for (const title of withToken) expect(title).toMatch(/^production: Deployment /);
  });
});

const roleSchema = z.looseObject({ kind: z.literal('Role'), rules: z.array(z.unknown()) });

describe('the rights of deployments', () => {
  test('are granted by the Role of the chart', () => {
    const { objects } = rendered.find(({ name }) => name === 'production') ?? { objects: [] };
    const roles = objects.flatMap((one) => roleSchema.safeParse(one).data ?? []);
    expect(roles.map(({ rules }) => rules)).toEqual([DEPLOYMENT_RIGHTS]);
  });

  test('are those of the documentation', () => {
    const page = readFileSync(join(projectRoot, 'docs/deployments-kubernetes.md'), 'utf8');
    const [, yaml = ''] = /```yaml\n(apiVersion: rbac[^`]*)```/.exec(page) ?? [];
    expect(roleSchema.parse(parse(yaml)).rules).toEqual(DEPLOYMENT_RIGHTS);
  });
});

test('the file of Kubernetes deployments of the chart is one that Pipewright reads', () => {
  const { objects } = rendered.find(({ name }) => name === 'production') ?? { objects: [] };
  const [file] = objects.filter(({ kind }) => kind === 'ConfigMap');
  const data = z.object({ 'kubernetes.json': z.string() }).parse(file?.data);
  const settings = parseKubernetesFile(data['kubernetes.json']);
  expect(settings.clusters['in-cluster']?.namespace).toBe('pipewright-deployments');
});

test('the Dockerfile copies what exists, and ends with an unprivileged user', () => {
  const lines = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8').split('\n');
  const copied = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='));
  const files = copied.flatMap((line) => line.split(' ').slice(1, -1));
  expect(files).toContain('package-lock.json');
  for (const file of files) expect(existsSync(join(projectRoot, file)), file).toBe(true);
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
});
