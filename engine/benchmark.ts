/** What a benchmark measures, in the order of outputs. */
export const BENCHMARK_METRICS = [
  'latency_p50',
  'latency_p99',
  'throughput',
  'ttft_p50',
  'output_tokens_per_second',
] as const;
export type BenchmarkMetric = (typeof BENCHMARK_METRICS)[number];

/** Which model to measure, and how. */
export interface NewBenchmark {
  readonly modelId: string;
  /** Used one after the other, again and again. */
  readonly prompts: readonly string[];
  /** Requests that are measured. */
  readonly requests: number;
  /** Requests at the same time. */
  readonly concurrency: number;
  /** Requests before the measured ones, which are not counted. */
  readonly warmUp: number;
  /** Most tokens of one answer. */
  readonly maxTokens: number;
}

/** What was measured. Failed requests are in no metric but `failed`. */
export interface BenchmarkResult extends Readonly<Record<BenchmarkMetric, number>> {
  readonly completed: number;
  readonly failed: number;
}

/** The value at a percentile by the nearest rank. @param sorted not empty, ascending @param percent above 0, at most 100 */
export function nearestRank(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
