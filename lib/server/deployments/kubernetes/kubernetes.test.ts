import { describe, expect, it } from 'vitest';
import { nodeProblem } from '../admission';
import { wantedDeployment as wanted } from '../testing/wanted-deployment';
import { chooseVersion, scalingProblem } from './autoscaling';
import { curlConfig, sha256sums } from './curl-config';
import { autoscalerOf, deploymentOf } from './manifests';
import { objectName } from './names';
import type { PodPlan } from './plan';
import { parseKubernetesFile, settingsOf } from './settings';

const RULES = { enabled: true, min_replicas: 0, max_replicas: 4 };
const owned = { wanted, installation: 'a1' };
const plan: PodPlan = {
  ...{ image: 'image', command: ['serve'], env: [], healthPath: '/health', readyTimeoutSeconds: 120 },
  ...{ claim: 'models', subPath: 'tiny', download: undefined, pod: {} },
};

describe('objects of a deployment', () => {
  it('have a name that is valid for a service, and another one for each deployment', () => {
    expect(objectName(wanted)).toMatch(/^pipewright-7b-chat-[0-9a-f]{8}$/);
    const long = { id: 'dep_2', name: `${'a'.repeat(29)}-${'b'.repeat(33)}` };
    expect(objectName(long)).toMatch(/^pipewright-a{29}-[0-9a-f]{8}$/);
    expect(objectName({ ...wanted, id: 'dep_3' })).not.toBe(objectName(wanted));
  });

  it('leave the number of replicas out where an autoscaler owns it', () => {
    expect(deploymentOf({ ...owned, plan, drainSeconds: 30 }, undefined).spec).not.toHaveProperty('replicas');
    expect(deploymentOf({ ...owned, plan, drainSeconds: 30 }, 2).spec).toMatchObject({ replicas: 2 });
  });

  it('have targets in the fields of the version that the cluster has', () => {
    const rules = { ...RULES, target_cpu: 70.4, target_memory: 80 };
    expect(autoscalerOf(owned, rules, 'v1').spec).toMatchObject({
      ...{ minReplicas: 1, maxReplicas: 4, targetCPUUtilizationPercentage: 70 },
    });
    const spec = JSON.stringify(autoscalerOf(owned, rules, 'v2').spec);
    expect(spec).toContain('"name":"cpu","target":{"type":"Utilization","averageUtilization":70}');
    expect(spec).toContain('"name":"memory","target":{"type":"Utilization","averageUtilization":80}');
  });
});

describe('auto-scaling in a cluster', () => {
  it('uses the newest version that is known', () => {
    expect(chooseVersion(['v1', 'v2beta2'])).toBe('v2beta2');
    expect(chooseVersion(['v1', 'v2'])).toBe('v2');
    expect(chooseVersion(['v3'])).toBeUndefined();
  });

  it('has one owner of the number of replicas', () => {
    const both = { ...RULES, target_cpu: 70, target_ongoing_requests: 4 };
    expect(scalingProblem(both, 1)).toContain('Use one kind of target.');
    expect(scalingProblem({ ...RULES, target_memory: 70 }, undefined)).toContain('Set memory_gb.');
    expect(scalingProblem({ ...RULES, target_ongoing_requests: 4 }, undefined)).toBeUndefined();
  });
});

describe('the instructions for a download', () => {
  it('keep addresses and names within their quotes', () => {
    const files = [{ url: 'https://a.example/"x"\\', path: 'a/b.gguf', sha256: 'ab' }];
    expect(curlConfig(files)).toContain('url = "https://a.example/\\"x\\"\\\\"\noutput = "a/b.gguf"\n');
    expect(sha256sums(files)).toBe('ab  a/b.gguf\n');
  });

  it('keep credentials within their quotes, and from the hosts of redirects of signed requests', () => {
    const file = { url: 'https://a.example/x', path: 'x', sha256: 'ab' };
    const bearer = curlConfig([{ ...file, access: { kind: 'bearer', token: 'a"b\\' } }]);
    expect(bearer).toContain('header = "Authorization: Bearer a\\"b\\\\"\n');
    expect(bearer).toContain('\nlocation\n');
    const keys = { accessKeyId: 'id', secretAccessKey: 'k"' };
    const signed = curlConfig([{ ...file, access: { kind: 's3', region: 'auto', keys } }, file]);
    const [first = '', second = ''] = signed.split('\nnext\n');
    expect(first).toContain('aws-sigv4 = "aws:amz:auto:s3"\nuser = "id:k\\""\n');
    expect(first).not.toContain('location');
    expect(second).not.toContain('user');
  });
});

describe('KUBERNETES_FILE', () => {
  it('has defaults for clusters that it does not name', () => {
    const settings = parseKubernetesFile('{"images": {"vllm": "image:1"}}');
    expect(settingsOf(settings, 'gpu-east')).toMatchObject({
      namespace: 'default',
      models: { from: 'source' },
    });
    expect(settings.images.vllm).toEqual({ image: 'image:1' });
  });

  it.each([
    ['{', 'KUBERNETES_FILE is not JSON. Correct the file.'],
    ['{"clusters": {"a": {"namespace": "A b"}}}', 'KUBERNETES_FILE: clusters.a.namespace must be a name'],
    [
      '{"clusters": {"a": {"models": {"from": "volume", "claim": "m", "path": "/x"}}}}',
      'must be a relative path',
    ],
    ['{"image": {}}', 'KUBERNETES_FILE: the document has unknown keys: "image".'],
  ])('names the mistake of %s', (text, message) => {
    expect(() => parseKubernetesFile(text)).toThrow(message);
  });
});

describe('the free capacity of nodes', () => {
  const node = (cpu: number, gpu: number) => {
    const whole = (total: number) => ({ total, free: total });
    return { name: 'a', isReady: true, cpu: whole(cpu), memory: whole(64e9), gpu: whole(gpu), gpuTypes: [] };
  };
  const nodes = { nodes: [node(4, 1), node(8, 2)], issues: [] };

  it('is that of single nodes', () => {
    const each = { cpu_cores: 3, gpu_count: 1 };
    expect(nodeProblem({ replicas: 3, resources: each }, [], nodes)).toBeUndefined();
    expect(nodeProblem({ replicas: 1, resources: { gpu_count: 3 } }, [], nodes)).toContain(
      '0 of 1 more replicas',
    );
    const other = [{ replicas: 1, resources: each }];
    expect(nodeProblem({ replicas: 3, resources: each }, other, nodes)).toContain('2 of 3 more replicas');
  });
});
