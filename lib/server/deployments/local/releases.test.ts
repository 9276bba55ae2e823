import { describe, expect, it } from 'vitest';
import type { Failure } from '@/engine';
import type { WantedDeployment } from '../../adapters/clusters/provider';
import { nextReplicas, releaseOf } from './releases';

const PREVIOUS = { release: 1, modelId: 'old', runtime: 'good', replicas: 2, resources: { gpu_count: 0 } };

/** Replicas as `release state`. */
const replicas = (...all: string[]) =>
  all.map((text) => {
    const [release, state] = text.split(' ');
    const failure: Failure | undefined =
      state === 'failed' ? { kind: 'rejected', message: 'No.' } : undefined;
    const shown = state === 'ready' ? 'ready' : 'starting';
    return {
      text,
      release: Number(release),
      state: shown,
      isStopping: state === 'draining',
      failure,
    } as const;
  });
const next = (all: string[], wanted = 2, previous: typeof PREVIOUS | null = PREVIOUS) => {
  const { drained, ...rest } = nextReplicas(replicas(...all), { replicas: wanted, release: 2, previous });
  return { ...rest, drained: drained.map(({ text }) => text) };
};

describe('replicas of a new release', () => {
  it('are added one at a time while all of the earlier release serve', () => {
    expect(next(['1 ready', '1 ready'])).toMatchObject({ missing: 1, drained: [], outdated: 2 });
    expect(next(['1 ready', '1 ready', '2 starting'])).toMatchObject({ missing: 0, drained: [] });
  });

  it('replace one of the earlier release each time one is ready', () => {
    const ready = ['1 ready', '1 ready', '2 ready'];
    expect(next(ready)).toMatchObject({ missing: 1, drained: ['1 ready'], outdated: 1 });
    expect(next(['1 draining', '1 ready', '2 ready', '2 starting'])).toMatchObject({
      missing: 0,
      drained: [],
    });
    expect(next(['1 ready', '2 ready', '2 ready'])).toMatchObject({
      missing: 0,
      drained: ['1 ready'],
      outdated: 0,
    });
  });

  it('let go of replicas that are not ready first', () => {
    expect(next(['1 starting', '1 ready', '2 ready']).drained).toEqual(['1 starting']);
  });

  it('are ended when one was given up, and the earlier release stays', () => {
    expect(next(['1 ready', '1 ready', '2 failed'])).toMatchObject({
      failed: { message: 'No.' },
      drained: ['2 failed'],
      missing: 0,
    });
  });

  it('end with everything else when there is nothing to return to', () => {
    expect(next(['2 failed', '2 starting'], 2, null).drained).toEqual(['2 failed', '2 starting']);
  });

  it('are all started at once where no replica is replaced', () => {
    expect(next([], 3, null)).toMatchObject({ missing: 3, outdated: 0 });
  });

  it('are not needed when the deployment is stopped', () => {
    expect(next(['1 ready', '2 ready'], 0).drained).toEqual(['2 ready', '1 ready']);
  });
});

it('a replica that an earlier server left is continued in its own release', () => {
  const wanted: WantedDeployment = {
    ...{ id: 'dep_1', name: 'support', clusterId: 'local', externalUrl: null, observed: 1 },
    ...{ ...PREVIOUS, release: 3, modelId: 'new', previous: PREVIOUS },
    ...{ autoScaling: null, status: 'active', generation: 3 },
  };
  expect(releaseOf(wanted, 3)?.modelId).toBe('new');
  expect(releaseOf(wanted, 1)).toMatchObject({ modelId: 'old', release: 1, id: 'dep_1' });
  expect(releaseOf(wanted, 2)).toBeUndefined();
});
