import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { dirname } from 'node:path';
import { sumNodes } from '@/engine';
import type { Capacity, ClusterHealth, ClusterIssue } from '@/engine/ports';
import { codeOf } from '../egress/failures';
import type { GpuReport, ListGpus } from './nvidia-smi';
import type { ClusterProvider } from './provider';

const GB = 1_000_000_000;
/**
 * A resource is short when less than this share and less than its minimum amount is free: a large disk works with a
 * small share.
 */
const SHORT_SHARE = 0.1;
const SHORT_MEMORY_BYTES = GB;
const SHORT_DISK_BYTES = 5 * GB;

/** Quantities of this machine, as reported by the system. */
export interface Machine {
  readonly cpu: Capacity;
  readonly memory: Capacity;
  readonly disk: Capacity;
}

export interface LocalOptions {
  /** The data folder of the installation. */
  readonly dataDir: string;
  /** @default reads the values of the system */
  readonly readMachine?: (dataDir: string) => Promise<Machine>;
  readonly listGpus: ListGpus;
}

/** The machine of this process as a cluster of one node. */
export function openLocal(options: LocalOptions): ClusterProvider {
  const { dataDir, readMachine = machineOf, listGpus } = options;
  return {
    async health(signal) {
      signal.throwIfAborted();
      const [machine, gpus] = await Promise.all([readMachine(dataDir), listGpus(signal)]);
      return healthOf(machine, gpus, dataDir);
    },
  };
}

function healthOf({ cpu, memory, disk }: Machine, report: GpuReport, dataDir: string): ClusterHealth {
  const gpus = 'gpus' in report ? report.gpus : [];
  const node = {
    name: os.hostname(),
    isReady: true,
    cpu,
    memory,
    gpu: { total: gpus.length, free: gpus.filter(({ isFree }) => isFree).length },
    gpuTypes: [...new Set(gpus.map(({ name }) => name))],
  };
  const issues: ClusterIssue[] = [];
  const add = (check: ClusterIssue['check'], message: string) =>
    void issues.push({ check, severity: 'degraded', message });
  if (isShort(memory, SHORT_MEMORY_BYTES)) {
    add('nodes', `Memory is low: ${shareOf(memory)}. Stop programs, or add memory.`);
  }
  if (isShort(disk, SHORT_DISK_BYTES)) {
    add('storage', `The disk of ${dataDir} is almost full: ${shareOf(disk)}. Free space on it.`);
  }
  if ('problem' in report) add('gpu', report.problem);
  return { ...sumNodes([node]), disk, issues };
}

function isShort({ total, free }: Capacity, amount: number): boolean {
  return free < Math.min(total * SHORT_SHARE, amount);
}

function shareOf({ total, free }: Capacity): string {
  return `${(free / GB).toFixed(1)} of ${(total / GB).toFixed(1)} GB are free`;
}

/** Reads this machine. Limits of a container count when they are below the values of the machine. */
async function machineOf(dataDir: string): Promise<Machine> {
  const cores = os.availableParallelism();
  const [load = 0] = os.loadavg();
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  return {
    cpu: { total: cores, free: Math.max(0, cores - load) },
    memory: { total: memory, free: Math.min(process.availableMemory(), memory) },
    disk: await diskOf(dataDir),
  };
}

/** The disk of a folder, or of its nearest existing parent. */
async function diskOf(folder: string): Promise<Capacity> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return { total: blocks * bsize, free: bavail * bsize };
  } catch (error) {
    const above = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    return diskOf(above);
  }
}
