import type { ClusterHealth } from '@/engine/ports';

const GB = 1_000_000_000;

/** The capacity that a deployment requests. */
export interface Demand {
  readonly replicas: number;
  readonly resources: {
    readonly cpu_cores?: number | undefined;
    readonly memory_gb?: number | undefined;
    readonly gpu_count: number;
  };
}

/**
 * Why a deployment exceeds the free capacity of a machine; undefined when it fits.
 * @param others all other deployments on it
 */
export function capacityProblem(
  wanted: Demand,
  others: readonly Demand[],
  { cpu, memory, gpu }: ClusterHealth['capacity'],
): string | undefined {
  const quantities = [
    { unit: 'CPU cores', of: (one: Demand) => one.resources.cpu_cores ?? 0, total: cpu.total },
    { unit: 'GB of memory', of: (one: Demand) => one.resources.memory_gb ?? 0, total: memory.total / GB },
    { unit: 'GPUs', of: (one: Demand) => one.resources.gpu_count, total: gpu.total },
  ];
  for (const { unit, of, total } of quantities) {
    const needed = of(wanted) * wanted.replicas;
    const reserved = others.reduce((sum, one) => sum + of(one) * one.replicas, 0);
    if (needed > 0 && needed + reserved > total) {
      return (
        `${wanted.replicas} × ${shown(of(wanted))} ${unit} require ${shown(needed)}, and this machine has ${shown(total)}, ` +
        `of which ${shown(reserved)} are reserved for other deployments. Use fewer replicas or smaller ones, or delete a deployment.`
      );
    }
  }
  return undefined;
}

function shown(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * Why the nodes of a cluster have too little free capacity for more replicas; undefined when these fit.
 * @param others deployments without pods yet
 */
export function nodeProblem(
  wanted: Demand,
  others: readonly Demand[],
  { nodes, issues }: Pick<ClusterHealth, 'nodes' | 'issues'>,
): string | undefined {
  const down = issues.find(({ check, severity }) => check === 'api' && severity === 'unhealthy');
  if (down) return down.message;
  const free = nodes
    .filter(({ isReady }) => isReady)
    .map(({ cpu, memory, gpu }) => ({ cpu: cpu.free, memory: memory.free / GB, gpu: gpu.free }));
  for (const other of others) place(other, free);
  const fitting = place(wanted, free);
  if (fitting >= wanted.replicas) return undefined;
  const { cpu_cores: cores = 0, memory_gb: memory = 0, gpu_count: gpus } = wanted.resources;
  const each = [
    ...(cores > 0 ? [`${shown(cores)} CPU cores`] : []),
    ...(memory > 0 ? [`${shown(memory)} GB of memory`] : []),
    ...(gpus > 0 ? [`${gpus} GPUs`] : []),
  ].join(', ');
  return `its nodes have free capacity for ${fitting} of ${wanted.replicas} more replicas with ${each} each. Use fewer replicas or smaller ones, or add nodes.`;
}

interface FreeNode {
  cpu: number;
  memory: number;
  gpu: number;
}

/**
 * Subtracts the capacity of each replica from the first node with enough free capacity. @returns the replicas that fit
 */
function place({ replicas, resources }: Demand, nodes: readonly FreeNode[]): number {
  const { cpu_cores: cpu = 0, memory_gb: memory = 0, gpu_count: gpu } = resources;
  if (cpu === 0 && memory === 0 && gpu === 0) return replicas;
  for (let placed = 0; placed < replicas; placed += 1) {
    const node = nodes.find((one) => one.cpu >= cpu && one.memory >= memory && one.gpu >= gpu);
    if (!node) return placed;
    node.cpu -= cpu;
    node.memory -= memory;
    node.gpu -= gpu;
  }
  return replicas;
}
