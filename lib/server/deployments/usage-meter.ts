import { usageOf } from '../adapters/process-table';

/** Shortest interval for measuring the use of a CPU, in ms. */
const SHORTEST_MS = 250;

/** Measures CPU and memory of processes; CPU between two readings. */
export class UsageMeter {
  readonly #before = new Map<
    string,
    { readonly at: number; readonly cpuSeconds: number; readonly cpu: number | null }
  >();

  /**
   * Memory in bytes and CPU in cores; null when unknown, such as the CPU at the first reading. @param key the process
   */
  async read(key: string, pid: number): Promise<{ memory_bytes: number | null; cpu: number | null }> {
    const usage = await usageOf(pid);
    if (!usage) return { memory_bytes: null, cpu: null };
    const at = performance.now();
    const before = this.#before.get(key);
    const { memoryBytes, cpuSeconds } = usage;
    if (before && at - before.at < SHORTEST_MS) return { memory_bytes: memoryBytes, cpu: before.cpu };
    const cpu = before ? Math.max(0, (cpuSeconds - before.cpuSeconds) / ((at - before.at) / 1000)) : null;
    this.#before.set(key, { at, cpuSeconds, cpu });
    return { memory_bytes: memoryBytes, cpu };
  }

  /** Discards the readings of all other processes. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#before.keys()) if (!keys.has(key)) this.#before.delete(key);
  }
}
