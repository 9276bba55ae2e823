/** Metrics of a benchmark, in the order of outputs. */
export const BENCHMARK_METRICS = [
  'latency_p50',
  'latency_p99',
  'throughput',
  'ttft_p50',
  'output_tokens_per_second',
] as const;
export type BenchmarkMetric = (typeof BENCHMARK_METRICS)[number];

/** A benchmark to run. */
export interface NewBenchmark {
  readonly modelId: string;
  /** Prompts to cycle through. */
  readonly prompts: readonly string[];
  /** Number of measured requests. */
  readonly requests: number;
  /** Number of concurrent requests. */
  readonly concurrency: number;
  /** Number of unmeasured requests before them. */
  readonly warmUp: number;
  /** Token limit of one response. */
  readonly maxTokens: number;
}

/** The result of a benchmark. Failed requests count only in `failed`. */
export interface BenchmarkResult extends Readonly<Record<BenchmarkMetric, number>> {
  readonly completed: number;
  readonly failed: number;
  readonly histogram: readonly LatencyBucket[];
}

/** Requests whose latency is at most `up_to_ms` and more than that of the bucket before. */
export interface LatencyBucket {
  readonly up_to_ms: number;
  readonly count: number;
}

/** Buckets of a histogram. */
const BUCKETS = 20;

/** Latencies in buckets of the same width, from the lowest to the highest. @param sorted in ms, not empty, ascending */
export function latencyHistogram(sorted: readonly number[]): LatencyBucket[] {
  const lowest = sorted[0] ?? 0;
  const highest = sorted.at(-1) ?? 0;
  const width = (highest - lowest) / BUCKETS;
  if (width === 0) return [{ up_to_ms: highest, count: sorted.length }];
  const counts = Array.from({ length: BUCKETS }, () => 0);
  for (const latency of sorted) {
    const at = Math.min(BUCKETS - 1, Math.max(0, Math.ceil((latency - lowest) / width) - 1));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, at) => ({ up_to_ms: lowest + width * (at + 1), count }));
}

/** A percentile by the nearest rank. @param sorted not empty, ascending @param percent above 0, at most 100 */
export function nearestRank(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
