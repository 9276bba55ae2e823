import { execFile } from 'node:child_process';
import { codeOf } from '../egress/failures';

const ARGUMENTS = ['--query-gpu=index,uuid,name,memory.total,memory.used', '--format=csv,noheader,nounits'];
const MAX_OUTPUT_BYTES = 1_000_000;
/** A GPU counts as free below this share of its memory: drivers take some of it without any program. */
const IDLE_SHARE = 0.05;

/** A GPU of this machine. */
export interface Gpu {
  /** Place in the order of PCI bus ids, from 0. */
  readonly index: number;
  readonly uuid: string;
  readonly name: string;
  readonly isFree: boolean;
}

/** The GPUs that the driver reports, or the reason why they are unknown. */
export type GpuReport = { readonly gpus: readonly Gpu[] } | { readonly problem: string };

/** Lists the GPUs that this process may use. @throws the reason of the signal */
export type ListGpus = (signal: AbortSignal) => Promise<GpuReport>;

export interface GpuOptions {
  /** Variables of this process: `CUDA_VISIBLE_DEVICES` restricts the list. */
  readonly environment: Readonly<Record<string, string>>;
  /** The command that lists GPUs. @default nvidia-smi, where it is installed */
  readonly command?: string;
  /**
   * Timeout of the command, in ms: a broken driver can block it, and with a working one it takes less than a second.
   * @default 5000
   */
  readonly timeoutMs?: number;
}

type Call = Required<Pick<GpuOptions, 'command' | 'timeoutMs'>>;

/** The GPUs of this machine, as the driver reports them. Without its command there are none. */
export function localGpus(options: GpuOptions): ListGpus {
  const { environment, command = 'nvidia-smi', timeoutMs = 5000 } = options;
  return async (signal) => {
    const report = await readGpus({ command, timeoutMs }, signal);
    if ('problem' in report) return report;
    return { gpus: visibleGpus(report.gpus, environment.CUDA_VISIBLE_DEVICES) };
  };
}

async function readGpus(call: Call, signal: AbortSignal): Promise<GpuReport> {
  try {
    return parseGpus(await outputOf(call, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) === 'ENOENT') return { gpus: [] };
    const limit = `${call.timeoutMs / 1000} s`;
    return { problem: `nvidia-smi failed or did not respond within ${limit}. Check the driver of the GPUs.` };
  }
}

function outputOf({ command, timeoutMs }: Call, signal: AbortSignal): Promise<string> {
  const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
  return new Promise((resolve, reject) => {
    execFile(command, ARGUMENTS, { ...limits, signal, windowsHide: true }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout);
    });
  });
}

/**
 * The GPUs that a value of `CUDA_VISIBLE_DEVICES` selects: indices or prefixes of UUIDs up to the first one that selects
 * none, as CUDA reads it.
 */
function visibleGpus(gpus: readonly Gpu[], selection: string | undefined): readonly Gpu[] {
  if (selection === undefined) return gpus;
  const chosen: Gpu[] = [];
  for (const item of selection.split(',').map((part) => part.trim())) {
    const gpu = gpus.find(({ index, uuid }) => item === String(index) || isPrefix(item, uuid));
    if (!gpu || chosen.includes(gpu)) break;
    chosen.push(gpu);
  }
  return chosen;
}

function isPrefix(item: string, uuid: string): boolean {
  return item.startsWith('GPU-') && uuid.startsWith(item);
}

/**
 * Reads one line for each GPU, such as `0, GPU-7d4f…, NVIDIA L4, 23034, 1`: index, UUID, name, memory and used memory in
 * MiB.
 */
export function parseGpus(text: string): GpuReport {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const gpus = lines.map(parseGpu);
  if (gpus.every((gpu) => gpu !== undefined)) return { gpus };
  return {
    problem: 'nvidia-smi printed an unexpected line. Check that the command works on this machine.',
  };
}

function parseGpu(line: string): Gpu | undefined {
  const [index = '', uuid = '', name = '', total = '', used = '', ...more] = line
    .split(',')
    .map((part) => part.trim());
  if (!/^\d{1,4}$/.test(index) || uuid === '' || name === '') return undefined;
  if (more.length > 0 || !isAmount(total) || !isAmount(used)) return undefined;
  // A GPU that is divided into instances reports no memory use and counts as used.
  return { index: Number(index), uuid, name, isFree: Number(used) < Number(total) * IDLE_SHARE };
}

/** Whether a text is a number of MiB, or the placeholder of the driver for no value. */
function isAmount(text: string): boolean {
  return /^\d{1,9}$/.test(text) || /^\[(N\/A|Not Supported|Insufficient Permissions)\]$/.test(text);
}
