import type { ClusterHealth } from '@/engine/ports';

const GB = 1_000_000_000;

/** What counts against the capacity of a machine. */
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
        `${wanted.replicas} × ${shown(of(wanted))} ${unit} are ${shown(needed)}, and this machine has ${shown(total)}, ` +
        `of which ${shown(reserved)} are reserved for other deployments. Use fewer replicas or smaller ones, or delete a deployment.`
      );
    }
  }
  return undefined;
}

function shown(value: number): string {
  return String(Math.round(value * 10) / 10);
}
