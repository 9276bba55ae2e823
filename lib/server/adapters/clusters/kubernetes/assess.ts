import { sumNodes } from '@/engine';
import type { Capacity, ClusterHealth, ClusterIssue, ClusterNode } from '@/engine/ports';
import type { KubernetesNode, Pod } from './objects';
import { RequestsByNode } from './requests';

const GPU = 'nvidia.com/gpu';
/** Labels that name the model of a node's GPUs; the first one found counts. */
const GPU_LABELS = [
  'nvidia.com/gpu.product',
  'cloud.google.com/gke-accelerator',
  'k8s.amazonaws.com/accelerator',
];
/** Largest number of issues of nodes that are listed; one more summarises the others. */
const MAX_ISSUES = 20;

/** Conditions of a node that are problems when they are true. */
const PRESSURES: Readonly<Record<string, { readonly check: ClusterIssue['check']; readonly what: string }>> =
  {
    MemoryPressure: { check: 'nodes', what: 'is low on memory' },
    PIDPressure: { check: 'nodes', what: 'runs too many processes' },
    DiskPressure: { check: 'storage', what: 'is low on disk space' },
    NetworkUnavailable: { check: 'network', what: 'has no working network' },
  };

/** State of a cluster whose API server responds. */
export function assess(
  nodes: readonly KubernetesNode[],
  pods: readonly Pod[],
): Omit<ClusterHealth, 'version'> {
  const requests = new RequestsByNode(pods, ['cpu', 'memory', GPU]);
  const rows = nodes.map((node) => rowOf(node, requests));
  return { ...sumNodes(rows), issues: limited([...readiness(rows, nodes), ...nodes.flatMap(pressures)]) };
}

function rowOf(node: KubernetesNode, requests: RequestsByNode): ClusterNode {
  const { name, labels } = node.metadata;
  const capacity = (resource: string): Capacity => {
    const total = node.status.allocatable[resource] ?? 0;
    // A cordoned node accepts no new pods, so none of its capacity is free.
    const free = node.spec.unschedulable ? 0 : total - requests.on(name, resource);
    return { total, free: Math.max(0, free) };
  };
  const gpu = capacity(GPU);
  const type = GPU_LABELS.map((label) => labels[label]).find((value) => value !== undefined);
  return {
    name,
    isReady: conditionOf(node, 'Ready')?.status === 'True',
    cpu: capacity('cpu'),
    memory: capacity('memory'),
    gpu: { total: Math.floor(gpu.total), free: Math.floor(gpu.free) },
    gpuTypes: gpu.total > 0 && type !== undefined ? [type] : [],
  };
}

function conditionOf(node: KubernetesNode, type: string) {
  return node.status.conditions.find((condition) => condition.type === type);
}

function readiness(rows: readonly ClusterNode[], nodes: readonly KubernetesNode[]): ClusterIssue[] {
  if (!rows.some(({ isReady }) => isReady)) {
    const message =
      rows.length === 0 ? 'The cluster has no nodes. Add a node.' : 'No node is ready. Check the kubelets.';
    return [{ check: 'nodes', severity: 'unhealthy', message }];
  }
  return nodes.flatMap((node): ClusterIssue[] => {
    const ready = conditionOf(node, 'Ready');
    if (ready?.status === 'True') return [];
    const why = ready?.message || ready?.reason || 'It reports no status.';
    return [
      { check: 'nodes', severity: 'degraded', message: `Node ${node.metadata.name} is not ready. ${why}` },
    ];
  });
}

function pressures(node: KubernetesNode): ClusterIssue[] {
  const { name, labels } = node.metadata;
  const issues = node.status.conditions.flatMap(({ type, status, message }): ClusterIssue[] => {
    const pressure = Object.hasOwn(PRESSURES, type) && status === 'True' ? PRESSURES[type] : undefined;
    if (!pressure) return [];
    const { check, what } = pressure;
    return [{ check, severity: 'degraded', message: `Node ${name} ${what}. ${message}`.trim() }];
  });
  const lacksPlugin = labels['nvidia.com/gpu.present'] === 'true' && !node.status.allocatable[GPU];
  if (!lacksPlugin) return issues;
  const message = `Node ${name} has GPUs that pods cannot use. Check its NVIDIA device plugin.`;
  return [...issues, { check: 'gpu', severity: 'degraded', message }];
}

/** Limits the list, so that a cluster with thousands of failed nodes has a readable page. */
function limited(issues: readonly ClusterIssue[]): ClusterIssue[] {
  const rest = issues.slice(MAX_ISSUES);
  const first = rest[0];
  if (first === undefined) return [...issues];
  return [...issues.slice(0, MAX_ISSUES), { ...first, message: `${rest.length} more issues of nodes.` }];
}
