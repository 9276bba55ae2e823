import { ActionError, toFailure } from '@/engine';
import { type BenchmarkResult, latencyHistogram, type NewBenchmark, nearestRank } from '@/engine/benchmark';

/** One chat request of a benchmark. */
export interface ChatRequest {
  readonly prompt: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** Measurements of one response. */
export interface ChatAnswer {
  /** From the request to the first token, in ms. */
  readonly firstTokenMs: number;
  readonly tokens: number;
}

/** Sends one chat request, and resolves when the response is complete. @throws ActionError */
export type Target = (request: ChatRequest) => Promise<ChatAnswer>;

export interface Measuring extends Omit<NewBenchmark, 'modelId'> {
  readonly signal: AbortSignal;
  readonly log: (level: 'info' | 'warning', message: string) => void;
}

interface Completed extends ChatAnswer {
  readonly latencyMs: number;
}

/**
 * Sends requests to a target and measures the responses. Metrics leave out failed requests.
 * @throws ActionError of the first request when all failed, or the signal's reason
 */
export async function measure(target: Target, options: Measuring): Promise<BenchmarkResult> {
  const { requests, warmUp, log } = options;
  await sendAll(target, options, warmUp);
  const started = performance.now();
  const { completed, failures } = await sendAll(target, options, requests);
  const seconds = (performance.now() - started) / 1000;
  const [first] = failures;
  if (first)
    log('warning', `${failures.length} of ${requests} requests failed. The first one: ${first.message}`);
  if (completed.length === 0) throw allFailed(requests, first);
  return resultOf(completed, failures.length, seconds);
}

/** Sends all requests, at most `concurrency` of them at the same time. */
async function sendAll(
  target: Target,
  { prompts, concurrency, maxTokens, signal }: Measuring,
  count: number,
): Promise<{ completed: Completed[]; failures: ActionError[] }> {
  const completed: Completed[] = [];
  const failures: ActionError[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      signal.throwIfAborted();
      const prompt = prompts[next++ % prompts.length] ?? '';
      const started = performance.now();
      try {
        const answer = await target({ prompt, maxTokens, signal });
        completed.push({ ...answer, latencyMs: performance.now() - started });
      } catch (error) {
        signal.throwIfAborted();
        failures.push(failureOf(error));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
  return { completed, failures };
}

function failureOf(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  const { kind, message } = toFailure(error);
  return new ActionError(kind, message, { cause: error });
}

function allFailed(requests: number, first: ActionError | undefined): ActionError {
  const why = first?.message ?? 'No request was sent.';
  return new ActionError(
    first?.kind ?? 'rejected',
    `All ${requests} requests failed. The first one: ${why}`,
    {
      code: 'all_requests_failed',
      cause: first,
    },
  );
}

function resultOf(completed: readonly Completed[], failed: number, seconds: number): BenchmarkResult {
  const ascending = (values: number[]) => values.sort((a, b) => a - b);
  const latencies = ascending(completed.map(({ latencyMs }) => latencyMs));
  const firstTokens = ascending(completed.map(({ firstTokenMs }) => firstTokenMs));
  const tokens = completed.reduce((sum, answer) => sum + answer.tokens, 0);
  return {
    latency_p50: nearestRank(latencies, 50),
    latency_p99: nearestRank(latencies, 99),
    throughput: completed.length / seconds,
    ttft_p50: nearestRank(firstTokens, 50),
    output_tokens_per_second: tokens / seconds,
    completed: completed.length,
    failed,
    histogram: latencyHistogram(latencies),
  };
}
