import { describe, expect, it } from 'vitest';
import { SharedMemory } from './shared-memory';

const MB = 1_000_000;

/** Runs that share a budget of 10 MB; `told` lists those that were woken. */
function runs(count: number) {
  const memory = new SharedMemory(10 * MB);
  const told: number[] = [];
  const shares = Array.from({ length: count }, (_, at) => memory.join(`run_${at}`, () => told.push(at)));
  const asks = (at: number, bytes: number) => shares[at]?.mayGrow(bytes);
  const leaves = (at: number) => shares[at]?.release();
  return { memory, told, asks, leaves };
}

describe('runs that share the memory of a process', () => {
  it('continue together within the budget', () => {
    const { asks, memory } = runs(2);
    expect([asks(0, 4 * MB), asks(1, 6 * MB), asks(0, 4 * MB)]).toEqual([true, true, true]);
    expect(memory.bytes).toBe(10 * MB);
  });

  it('wait above the budget, except the first one', () => {
    const { asks } = runs(3);
    expect([asks(0, 4 * MB), asks(2, 4 * MB), asks(1, 4 * MB)]).toEqual([true, true, true]);
    expect([asks(1, 5 * MB), asks(0, 4 * MB), asks(1, 50 * MB)]).toEqual([true, false, true]);
    expect([asks(2, 4 * MB), asks(0, 4 * MB), asks(1, 60 * MB)]).toEqual([false, false, true]);
  });

  it('are woken in the order in which they waited when another leaves', () => {
    const { asks, leaves, told } = runs(4);
    for (const at of [0, 2, 1, 3]) asks(at, 20 * MB);
    leaves(0);
    expect(told).toEqual([2, 1, 3]);
    expect([asks(2, 20 * MB), asks(1, 20 * MB), asks(3, 20 * MB)]).toEqual([true, false, false]);
    leaves(2);
    expect(told.slice(3)).toEqual([1, 3]);
    expect([asks(1, 20 * MB), asks(3, 20 * MB)]).toEqual([true, false]);
  });

  it('continue together with the chunks of their loops', () => {
    const memory = new SharedMemory(10 * MB);
    const [whole, part, other] = ['a', 'a', 'b'].map((id) => memory.join(id, () => undefined));
    expect([whole, other, part].map((each) => each?.mayGrow(20 * MB))).toEqual([true, false, true]);
  });

  it('are all woken once the use is below the budget', () => {
    const { asks, leaves, told, memory } = runs(3);
    for (const at of [0, 2, 1]) asks(at, 4 * MB);
    asks(2, 4 * MB);
    expect(told).toEqual([]);
    leaves(0);
    expect(told).toEqual([2]);
    expect(memory.bytes).toBe(8 * MB);
    expect(asks(1, 4 * MB)).toBe(true);
    expect(asks(2, 4 * MB)).toBe(true);
  });

  it('are never blocked below 1 MB', () => {
    const { asks } = runs(3);
    asks(0, 100 * MB);
    expect([asks(1, 2 * MB), asks(2, MB - 1)]).toEqual([false, true]);
  });

  it('lose their place when they leave while they wait', () => {
    const { asks, leaves, told } = runs(3);
    for (const at of [0, 1, 2]) asks(at, 20 * MB);
    leaves(1);
    expect(told).toEqual([]);
    leaves(0);
    expect(told).toEqual([2]);
    expect(asks(2, 20 * MB)).toBe(true);
    leaves(2);
    leaves(2);
    expect(runs(1).asks(0, 20 * MB)).toBe(true);
  });

  it('all end, in any order of requests', () => {
    const { asks, leaves, memory } = runs(20);
    const left = new Set(Array.from({ length: 20 }, (_, at) => at));
    for (let round = 0; round < 20; round += 1) {
      const going = [...left].filter((at) => asks(at, 8 * MB));
      expect(going.length).toBeGreaterThan(0);
      const [first = 0] = going;
      leaves(first);
      left.delete(first);
    }
    expect(memory.bytes).toBe(0);
  });
});
