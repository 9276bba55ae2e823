import { z } from 'zod';
import { defineAction } from '../../action';
import { BENCHMARK_METRICS, type BenchmarkMetric, type BenchmarkResult } from '../../benchmark';
import { seconds } from '../../fields';

const DEFAULT_PROMPTS = [
  'Explain in two sentences what a deployment pipeline is.',
  'List three reasons why a request to a service can fail.',
  'Write a short message that tells a team about a new release.',
];

const metric = (description: string) =>
  z.number().nullable().describe(`${description} Null when not selected.`);

/** Measures how fast a model answers, with requests that are really sent. docs/models.md. */
export const modelBenchmark = defineAction({
  type: 'model_benchmark',
  title: 'Benchmark model',
  description: 'Send chat requests to a model and measure latency and throughput.',
  icon: 'model_benchmark',
  sentence: 'Benchmark {model_id} with {requests} requests',
  category: 'model',
  aliases: ['benchmark_model'],
  effect: 'write',
  idempotent: true,

  params: z.object({
    model_id: z.string().min(1).max(200).meta({ widget: 'model' }).describe('Model to measure.'),
    test_prompts: z
      .array(z.string().min(1).max(100_000))
      .min(1)
      .max(1000)
      .default(DEFAULT_PROMPTS)
      .describe('Prompts, sent in rotation. Default: three short questions.'),
    metrics: z
      .array(z.enum(BENCHMARK_METRICS))
      .min(1)
      .default([...BENCHMARK_METRICS])
      .describe('Metrics to return.'),
    requests: z
      .int()
      .min(1)
      .max(10_000)
      .default(20)
      .meta({ variant: 'added' })
      .describe('Number of measured requests.'),
    concurrency: z
      .int()
      .min(1)
      .max(100)
      .default(1)
      .meta({ variant: 'added' })
      .describe('Number of concurrent requests.'),
    warm_up: z
      .int()
      .min(0)
      .max(1000)
      .default(1)
      .meta({ variant: 'added' })
      .describe('Number of requests before the measured ones. They are not counted.'),
    max_tokens: z
      .int()
      .min(1)
      .max(100_000)
      .default(64)
      .meta({ variant: 'added' })
      .describe('Maximum length of an answer, in tokens.'),
    timeout_seconds: seconds()
      .min(1)
      .default(600)
      .meta({ variant: 'added' })
      .describe('Timeout of the whole benchmark. The step fails when it is exceeded.'),
  }),

  docs: {
    variants: { a: 'model_benchmark' },
    examples: [
      { title: 'Default prompts', step: { id: 'bench', params: { model_id: '{{params.model_id}}' } } },
      {
        title: 'Custom prompts with concurrent requests',
        step: {
          id: 'bench',
          params: {
            model_id: '{{params.model_id}}',
            test_prompts: ['Summarise: {{params.text}}'],
            metrics: ['latency_p50', 'latency_p99', 'throughput'],
            requests: 200,
            concurrency: 4,
            warm_up: 10,
          },
        },
      },
    ],
    failures: {
      invalid_params: 'the model does not exist, or the secret with its key does not.',
      rejected:
        'every request was refused, the model is not available, or this machine has no capacity for a replica.',
      connection_error: 'every request failed because the model was not reached or is busy.',
      timeout: 'the benchmark took longer than timeout_seconds.',
    },
    notes: [
      'Percentiles use the nearest-rank method over completed requests. Failed requests count in failed only.',
      'When every request failed, the step fails.',
      'A model with files is measured at the replicas of its newest active deployment, without rate limit and queue. Without a deployment, one replica is started on this machine and deleted at the end.',
    ],
  },

  output: z.object({
    latency_p50: metric('Median time from the request to the end of the answer, in ms.'),
    latency_p99: metric('99th percentile of that time, in ms.'),
    throughput: metric('Completed requests per second.'),
    ttft_p50: metric('Median time to the first token, in ms.'),
    output_tokens_per_second: metric('Tokens of all answers per second.'),
    completed: z.int().describe('Number of completed requests.'),
    failed: z.int().describe('Number of failed requests.'),
    latency_histogram: z
      .array(
        z.object({
          up_to_ms: z.number().describe('Upper bound of the bucket, in ms.'),
          count: z.int().describe('Number of requests in the bucket.'),
        }),
      )
      .describe('Completed requests by latency, in up to 20 buckets of the same width.'),
  }),

  async run({ model_id, test_prompts, metrics, requests, concurrency, warm_up, max_tokens, ...given }, ctx) {
    const result = await ctx.models.benchmark(
      {
        modelId: model_id,
        prompts: test_prompts,
        ...{ requests, concurrency, warmUp: warm_up, maxTokens: max_tokens },
      },
      ctx.deadline(given.timeout_seconds),
    );
    const { completed, failed } = result;
    const latency_histogram = result.histogram.map(({ up_to_ms, count }) => ({
      up_to_ms: rounded(up_to_ms),
      count,
    }));
    return { ...chosen(result, metrics), completed, failed, latency_histogram };
  },
});

/** All metrics; null when not selected. */
function chosen(result: BenchmarkResult, metrics: readonly BenchmarkMetric[]) {
  const reported = (metric: BenchmarkMetric) => (metrics.includes(metric) ? rounded(result[metric]) : null);
  return {
    latency_p50: reported('latency_p50'),
    latency_p99: reported('latency_p99'),
    throughput: reported('throughput'),
    ttft_p50: reported('ttft_p50'),
    output_tokens_per_second: reported('output_tokens_per_second'),
  };
}

/** To a thousandth: finer figures are noise. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
