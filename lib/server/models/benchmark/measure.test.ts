import { describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { latencyHistogram, nearestRank } from '@/engine/benchmark';
import { type Measuring, measure, type Target } from './measure';

const failure = new ActionError('connection_error', 'The model is busy.');

function options(more: Partial<Measuring> = {}): Measuring & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    ...{ prompts: ['a', 'b'], requests: 10, concurrency: 1, warmUp: 0, maxTokens: 5 },
    signal: new AbortController().signal,
    log: (_, line) => void lines.push(line),
    lines,
    ...more,
  };
}

/** A target that answers immediately, except for requests that fail. */
function target(fails: (index: number) => boolean = () => false) {
  const prompts: string[] = [];
  const send: Target = async ({ prompt }) => {
    const index = prompts.push(prompt) - 1;
    await Promise.resolve();
    if (fails(index)) throw failure;
    return { firstTokenMs: index, tokens: 3 };
  };
  return { send, prompts };
}

describe('a percentile', () => {
  it.each([
    [[7], 50, 7],
    [[7], 99, 7],
    [[1, 2], 50, 1],
    [[1, 2, 3, 4], 75, 3],
    [Array.from({ length: 100 }, (_, at) => at + 1), 99, 99],
    [Array.from({ length: 101 }, (_, at) => at + 1), 99, 100],
  ])('of %j at %i %% is that of the nearest rank', (sorted, percent, expected) => {
    expect(nearestRank(sorted, percent)).toBe(expected);
  });
});

describe('a histogram', () => {
  it('has every latency in one bucket of the same width, the highest in the last one', () => {
    const buckets = latencyHistogram([10, 11, 11.5, 20, 30]);
    expect(buckets).toHaveLength(20);
    expect(buckets.slice(0, 2)).toEqual([
      { up_to_ms: 11, count: 2 },
      { up_to_ms: 12, count: 1 },
    ]);
    expect(buckets[9]).toEqual({ up_to_ms: 20, count: 1 });
    expect(buckets.at(-1)).toEqual({ up_to_ms: 30, count: 1 });
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  });

  it('has one bucket when all latencies are the same', () => {
    expect(latencyHistogram([7, 7])).toEqual([{ up_to_ms: 7, count: 2 }]);
  });
});

describe('a benchmark', () => {
  it('uses the prompts in turn and counts what was completed', async () => {
    const { send, prompts } = target();
    const result = await measure(send, options());
    expect(result).toMatchObject({ completed: 10, failed: 0, ttft_p50: 4 });
    expect(result.latency_p99).toBeGreaterThanOrEqual(result.latency_p50);
    expect(result.output_tokens_per_second / result.throughput).toBeCloseTo(3);
    expect(prompts).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('does not count the warm-up, even where that fails', async () => {
    const { send, prompts } = target((index) => index < 3);
    const result = await measure(send, options({ warmUp: 3 }));
    expect(prompts.length).toBe(13);
    expect(result).toMatchObject({ completed: 10, failed: 0, ttft_p50: 7 });
  });

  it('leaves failed requests out of every metric', async () => {
    const { send } = target((index) => index % 2 === 1);
    const asked = options();
    expect(await measure(send, asked)).toMatchObject({ completed: 5, failed: 5, ttft_p50: 4 });
    expect(asked.lines).toEqual(['5 of 10 requests failed. The first one: The model is busy.']);
  });

  it('fails with the first failure where every request failed', async () => {
    const { send } = target(() => true);
    await expect(measure(send, options())).rejects.toMatchObject({
      kind: 'connection_error',
      code: 'all_requests_failed',
      message: expect.stringContaining('All 10 requests failed. The first one: The model is busy.'),
    });
  });

  it('has at most so many requests at the same time as it should', async () => {
    let now = 0;
    let most = 0;
    const send: Target = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((done) => setTimeout(done, 1));
      now -= 1;
      return { firstTokenMs: 0, tokens: 1 };
    };
    await measure(send, options({ requests: 30, concurrency: 4 }));
    expect(most).toBe(4);
  });

  it('stops with the reason of its signal', async () => {
    const stop = new AbortController();
    const reason = new ActionError('timeout', 'Benchmark model took longer than 1 s.');
    const send: Target = async () => {
      stop.abort(reason);
      throw failure;
    };
    await expect(measure(send, options({ signal: stop.signal }))).rejects.toBe(reason);
  });
});
