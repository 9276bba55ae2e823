import { describe, expect, it } from 'vitest';
import { chunkCells } from '@/components/run-state/iteration-cells';
import { type ChunksState, PENDING_UNIT, type StepStatus, type UnitState } from '@/engine';
import { loopFacts } from './loop-facts';

const step = (items: unknown[]) => ({ id: 'each', action: 'loop', params: { items: items.map(String) } });
const texts = (...[from, descriptor, run]: Parameters<typeof loopFacts>) =>
  loopFacts(from, descriptor, run).map(({ text }) => text);

const end = (failed: number) => ({
  status: 'completed' as const,
  completed: 500 - failed,
  failed,
  results: undefined,
  errors: undefined,
  error: undefined,
  ending: undefined,
});

const chunks: ChunksState = {
  action: 'log',
  params: {},
  items: Array.from({ length: 6 }, () => ({ ref: 'x', bytes: 1, summary: 'list' })),
  total: 3000,
  size: 500,
  parallel: 2,
  stopOnFailure: false,
  ended: new Map([
    [0, end(0)],
    [1, end(2)],
  ]),
  open: new Map([
    [2, 1],
    [3, 1],
  ]),
  waiting: new Set([3]),
  completed: 998,
  failed: 2,
};

const unit = (status: StepStatus, part: Partial<UnitState> = {}): UnitState => ({
  ...PENDING_UNIT,
  status,
  ...part,
});

describe('the card of a loop', () => {
  it('shows the first items, the number of the others, and the limits', () => {
    const rules = ['sequential · max. 100', 'stops on failure'];
    expect(texts(step([1, 2, 3]), undefined, undefined)).toEqual(['1', '2', '3', ...rules]);
    expect(texts(step(Array(3000).fill(7)), undefined, undefined)).toEqual([
      '7',
      '7',
      '2,998 more',
      ...rules,
    ]);
    expect(texts(step(Array(3000).fill(7)), undefined, { unit: undefined })).toEqual([
      '7',
      '2,999 more',
      ...rules,
    ]);
  });

  it('shows the progress of a chunked loop', () => {
    expect(texts(step([]), undefined, { unit: unit('waiting', { chunks }) })).toEqual([
      '3,000 items in 6 chunks',
      '998 completed',
      '2 failed',
      '1 chunk waiting for input',
    ]);
    const working = { ...chunks, waiting: new Set<number>() };
    expect(texts(step([]), undefined, { unit: unit('running', { chunks: working }) }).at(-1)).toBe(
      '2 chunks running',
    );
    expect(texts(step([]), undefined, { unit: unit('cancelled', { chunks }) }).at(-1)).toBe('2 failed');
  });

  it('draws a cell for each chunk', () => {
    expect(chunkCells(chunks).map(({ status }) => status)).toEqual([
      'completed',
      'failed',
      'running',
      'waiting',
      'pending',
      'pending',
    ]);
  });
});
