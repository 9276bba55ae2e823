import { describe, expect, it } from 'vitest';
import { type IterationsState, PENDING_UNIT, type StepStatus, type UnitState } from '@/engine';
import { countIterations, iterationCells, iterationToShow, nextFailed } from './iteration-cells';

function loop(total: number, statuses: Record<number, StepStatus>): IterationsState {
  const units = new Map<number, UnitState>(
    Object.entries(statuses).map(([index, status]) => [Number(index), { ...PENDING_UNIT, status }]),
  );
  const items = Array.from({ length: total }, (_, value) => ({ value }));
  return {
    as: undefined,
    action: 'log',
    params: {},
    items,
    first: 0,
    total: items.length,
    parallel: 1,
    stopOnFailure: true,
    units,
  };
}

describe('the strip of a loop', () => {
  it('has one cell for each iteration, pending when it has not started', () => {
    const cells = iterationCells(loop(3, { 0: 'completed', 1: 'failed' }));
    expect(cells.map((cell) => [cell.first, cell.last, cell.status])).toEqual([
      [0, 0, 'completed'],
      [1, 1, 'failed'],
      [2, 2, 'pending'],
    ]);
  });

  it('joins neighbours above 200 and shows a single failure', () => {
    const all = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [index, 'completed' as const]),
    );
    const cells = iterationCells(loop(10_000, { ...all, 4321: 'failed' }));
    expect(cells).toHaveLength(200);
    expect(cells.filter((cell) => cell.status === 'failed')).toEqual([
      { first: 4300, last: 4349, status: 'failed', failed: 1 },
    ]);
    expect(cells.at(-1)?.last).toBe(9999);
  });

  it('counts every iteration once', () => {
    expect(countIterations(loop(5, { 0: 'completed', 1: 'completed', 3: 'failed' }))).toEqual({
      completed: 2,
      failed: 1,
      pending: 2,
    });
  });

  it('moves to the next failure and wraps around', () => {
    const iterations = loop(10, { 2: 'failed', 7: 'failed' });
    expect(nextFailed(iterations, 2)).toBe(7);
    expect(nextFailed(iterations, 7)).toBe(2);
    expect(nextFailed(iterations, 2, -1)).toBe(7);
    expect(nextFailed(loop(3, {}), 0)).toBeUndefined();
  });

  it('opens at a failure, otherwise at an active iteration', () => {
    expect(iterationToShow(loop(9, { 0: 'completed', 4: 'running', 6: 'failed' }))).toBe(6);
    expect(iterationToShow(loop(9, { 0: 'completed', 4: 'running' }))).toBe(4);
    expect(iterationToShow(loop(9, { 0: 'completed' }))).toBe(0);
  });
});
