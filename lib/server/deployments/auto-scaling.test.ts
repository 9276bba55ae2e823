import { describe, expect, it } from 'vitest';
import { autoScalingSchema } from '@/engine/deployments';
import { type ReplicaLoads, SteadyScaling, targetFor } from './auto-scaling';

const rules = (more: object) => autoScalingSchema.parse({ min_replicas: 1, max_replicas: 6, ...more });
const loads = (more: Partial<ReplicaLoads>): ReplicaLoads => ({
  ...{ replicas: 2, cpu: null, memory: null, requests: 0 },
  ...more,
});

describe('the number of replicas for a load', () => {
  it.each([
    ['more requests than the target', { target_ongoing_requests: 2 }, { requests: 7 }, 4],
    ['fewer requests than the target', { target_ongoing_requests: 2 }, { requests: 1 }, 1],
    ['no requests: one replica stays', { target_ongoing_requests: 2, min_replicas: 0 }, { requests: 0 }, 1],
    ['twice the CPU', { target_cpu: 40 }, { cpu: 80 }, 4],
    ['a CPU close to the target', { target_cpu: 50 }, { cpu: 54 }, 2],
    ['half of the memory', { target_memory: 80 }, { memory: 40 }, 1],
    ['the larger demand of two', { target_cpu: 50, target_ongoing_requests: 1 }, { cpu: 25, requests: 5 }, 5],
    ['a load beyond the limit', { target_ongoing_requests: 1 }, { requests: 50 }, 6],
    ['a load below the limit', { target_ongoing_requests: 1, min_replicas: 3 }, { requests: 1 }, 3],
    ['a CPU that cannot be measured', { target_cpu: 50 }, {}, 2],
  ])('%s', (_, targets, load, replicas) => {
    expect(targetFor(rules(targets), 2, loads(load)).replicas).toBe(replicas);
  });
});

describe('steady scaling', () => {
  const target = (replicas: number) => ({ replicas, why: 'load' });

  it('scales up at once and down by one replica after the load was low for a minute', () => {
    const steady = new SteadyScaling(60_000);
    expect(steady.next('a', 2, target(5), 0)?.replicas).toBe(5);
    expect(steady.next('a', 5, target(1), 1000)).toBeUndefined();
    expect(steady.next('a', 5, target(1), 60_000)).toBeUndefined();
    expect(steady.next('a', 5, target(1), 61_000)?.replicas).toBe(4);
    expect(steady.next('a', 4, target(1), 62_000)).toBeUndefined();
  });

  it('starts the minute again when the load returns', () => {
    const steady = new SteadyScaling(60_000);
    expect(steady.next('a', 3, target(1), 0)).toBeUndefined();
    expect(steady.next('a', 3, target(3), 30_000)).toBeUndefined();
    expect(steady.next('a', 3, target(1), 61_000)).toBeUndefined();
  });
});
