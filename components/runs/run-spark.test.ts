import { describe, expect, it } from 'vitest';
import type { RunSummary } from '@/lib/contracts/runs';
import { groupByPipeline, SPARK_RUNS, sparkBars } from './run-spark';

function run(number: number, durationMs: number | null, pipelineId = 'pipe_1'): RunSummary {
  return {
    id: `run_${pipelineId}_${number}`,
    number,
    pipelineId,
    pipelineName: 'Deploy',
    version: 1,
    status: durationMs === null ? 'running' : 'completed',
    hold: null,
    pinned: false,
    createdAt: '2026-11-20T14:00:00.000Z',
    startedAt: '2026-11-20T14:00:00.000Z',
    finishedAt: null,
    durationMs,
    trigger: 'manual',
    triggerId: null,
    triggerName: null,
    parentRunId: null,
    fixedBy: null,
    parentNumber: null,
    error: null,
    failedStep: null,
    warnings: null,
  };
}

describe('the chart of durations', () => {
  const runs = Array.from({ length: 20 }, (_, index) => run(20 - index, 1000 * (20 - index)));

  it('compares a run with the eleven before it', () => {
    const bars = sparkBars(run(15, 4000), groupByPipeline(runs).get('pipe_1') ?? [], 0);
    expect(bars).toHaveLength(SPARK_RUNS + 1);
    expect(bars.at(-1)).toMatchObject({ isSelf: true });
    expect(Math.max(...bars.map((bar) => bar.height))).toBe(1);
  });

  it('has no text without runs to compare with', () => {
    expect(sparkBars(run(2, 4000), [run(1, 10)], 0)).toEqual([]);
  });

  it('grows with an active run', () => {
    const now = Date.parse('2026-11-20T14:00:00.000Z');
    const siblings = [run(1, 1000), run(2, 1000)];
    expect(sparkBars(run(3, null), siblings, now + 1000).at(-1)?.height).toBe(1);
    expect(sparkBars(run(3, null), siblings, now + 250).at(-1)?.height).toBe(0.5);
  });

  it('separates pipelines and counts a repeated run once', () => {
    const groups = groupByPipeline([run(2, 1), run(1, 1), run(2, 1), run(7, 1, 'pipe_2')]);
    expect(groups.get('pipe_1')?.map((one) => one.number)).toEqual([1, 2]);
    expect(groups.get('pipe_2')).toHaveLength(1);
  });

  it('leaves out tries, which execute a part of their pipeline', () => {
    const one: RunSummary = { ...run(4, 90_000), trigger: 'try' };
    const whole = groupByPipeline([run(3, 1), one, run(1, 1), run(2, 1)]).get('pipe_1') ?? [];
    expect(whole.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(sparkBars(one, whole, 0)).toEqual([]);
  });
});
