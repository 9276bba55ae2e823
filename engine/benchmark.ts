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
}

/** A percentile by the nearest rank. @param sorted not empty, ascending @param percent above 0, at most 100 */
export function nearestRank(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
