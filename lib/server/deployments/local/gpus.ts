import type { Gpu, GpuReport, ListGpus } from '../../adapters/clusters/nvidia-smi';

/** Timeout of the list of GPUs, in ms. */
const LIST_MS = 10_000;

/** The GPUs that a replica can get. Without a demand, the driver is not asked. */
export async function offeredGpus(count: number, listGpus: ListGpus): Promise<GpuReport> {
  return count === 0 ? { gpus: [] } : listGpus(AbortSignal.timeout(LIST_MS));
}

/**
 * Indices of unassigned GPUs, in ascending order, or as a sentence why there are too few. GPUs whose memory other programs
 * use are assigned last.
 */
export function allotGpus(
  count: number,
  report: GpuReport,
  assigned: ReadonlySet<number>,
): readonly number[] | string {
  if ('problem' in report) return report.problem;
  const unassigned = report.gpus.filter(({ index }) => !assigned.has(index));
  if (unassigned.length < count) {
    const used = report.gpus.length - unassigned.length;
    return `A replica needs ${count} GPUs. This machine has ${report.gpus.length}, of which ${used} are used by replicas.`;
  }
  return unassigned
    .toSorted(byUse)
    .slice(0, count)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b);
}

function byUse(a: Gpu, b: Gpu): number {
  return Number(b.isFree) - Number(a.isFree) || a.index - b.index;
}
