import { describe, expect, it } from 'vitest';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { filterPipelines } from './filter';

const pipeline = (name: string, description = ''): PipelineSummary => ({
  id: name,
  name,
  description,
  version: 1,
  versionCount: 1,
  stepCount: 1,
  problemCount: 0,
  updatedAt: '2026-03-12T12:00:00.000Z',
  recentRuns: [],
});

const list = [
  pipeline('Deploy when fast', 'Benchmark a model'),
  pipeline('Café check'),
  pipeline('Retire models'),
];
const names = (query: string) => filterPipelines(list, query).map(({ name }) => name);

describe('filterPipelines', () => {
  it('shows all, in their order, for an empty query', () => {
    expect(names('  ')).toEqual(['Deploy when fast', 'Café check', 'Retire models']);
  });
  it('searches names and descriptions, ignoring case and accents', () => {
    expect(names('MODEL')).toEqual(['Deploy when fast', 'Retire models']);
    expect(names('cafe')).toEqual(['Café check']);
  });
  it('requires every word, in any order', () => {
    expect(names('model deploy')).toEqual(['Deploy when fast']);
    expect(names('model café')).toEqual([]);
  });
});
