import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** The variable that says of a process which replica it belongs to; processes that it starts inherit it. */
export const REPLICA_VARIABLE = 'PIPEWRIGHT_REPLICA';

/** Kernel ticks of CPU time a second. Linux has the same on every machine for programs. */
const TICKS = 100;

/** A process of a replica. */
export interface MarkedProcess {
  readonly pid: number;
  /** What follows the prefix in its mark. */
  readonly replica: string;
  /** Whether it leads its process group, as the process that was started does. */
  readonly isFirst: boolean;
}

/** What a process uses now. */
export interface ProcessUsage {
  readonly memoryBytes: number;
  /** Since its start. */
  readonly cpuSeconds: number;
}

/** When a process started, with the start of the machine: no other process ever has the same pid and start. Undefined when it does not run. */
export async function startOf(pid: number): Promise<string | undefined> {
  const stat = await statOf(pid);
  if (stat) return stat.state === 'Z' ? undefined : `${await bootId()}/${stat.started}`;
  return process.platform === 'linux' ? undefined : startByPs(pid);
}

/** What a process uses; undefined when it does not run or the system does not say. */
export async function usageOf(pid: number): Promise<ProcessUsage | undefined> {
  const stat = await statOf(pid);
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (!stat || resident === undefined) return undefined;
  return { memoryBytes: Number(resident) * 1024, cpuSeconds: stat.ticks / TICKS };
}

/** Processes whose mark begins with a prefix. None where the system does not say. */
export async function markedProcesses(prefix: string): Promise<MarkedProcess[]> {
  const names = await readdir('/proc').catch(() => []);
  const marked = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => marksOf(Number(name), prefix)),
  );
  return marked.flat();
}

async function marksOf(pid: number, prefix: string): Promise<MarkedProcess[]> {
  // Of another user, or ended: neither is ours.
  const text = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const start = `${REPLICA_VARIABLE}=${prefix}`;
  const entry = text.split('\0').find((each) => each.startsWith(start));
  const stat = entry === undefined ? undefined : await statOf(pid);
  if (entry === undefined || !stat || stat.state === 'Z') return [];
  return [{ pid, replica: entry.slice(start.length), isFirst: stat.group === pid }];
}

async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name of the program may contain spaces and brackets. Fields: man 5 proc_pid_stat.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    state: fields[0],
    group: Number(fields[2]),
    ticks: Number(fields[11]) + Number(fields[12]),
    started: fields[19],
  };
}

let boot: Promise<string> | undefined;

function bootId(): Promise<string> {
  boot ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  return boot;
}

/** Systems without /proc. */
function startByPs(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], { timeout: 5000 }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim() || undefined),
    );
  });
}
