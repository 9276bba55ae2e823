import { describe, expect, it } from 'vitest';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { describePipelines } from './summary';

const pipeline = (part: Partial<PipelineSummary>): PipelineSummary => ({
  id: 'pipeline_1',
  name: 'Check',
  description: '',
  folder: null,
  tags: [],
  pinned: false,
  version: 1,
  versionCount: 1,
  stepCount: 1,
  problemCount: 0,
  updatedAt: '2026-03-12T12:00:00.000Z',
  recentRuns: [],
  ...part,
});

describe('describePipelines', () => {
  it('leaves out counts of zero', () => {
    expect(describePipelines({ total: 1, withProblems: 0 }, [pipeline({})])).toBe('1 pipeline');
  });
  it('counts active runs and pipelines with problems', () => {
    const run = {
      id: 'run_1',
      number: 1,
      hold: null,
      warnings: null,
      durationMs: null,
      createdAt: '2026-03-12T12:00:00.000Z',
    };
    const recentRuns = [
      { ...run, status: 'running' as const },
      { ...run, status: 'completed' as const },
    ];
    expect(describePipelines({ total: 2, withProblems: 1 }, [pipeline({ recentRuns }), pipeline({})])).toBe(
      '2 pipelines, 1 run active, 1 with problems',
    );
  });
});
