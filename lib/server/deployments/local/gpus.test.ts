import { describe, expect, test } from 'vitest';
import { allotGpus } from './gpus';

const gpu = (index: number, isFree = true) => ({ index, isFree, uuid: `GPU-${index}`, name: 'L4' });

describe('the GPUs of a replica', () => {
  test.each([
    ['the lowest indices', 2, [gpu(0), gpu(1), gpu(2)], [], [0, 1]],
    ['none of other replicas', 1, [gpu(0), gpu(1)], [0], [1]],
    ['those without other programs first', 1, [gpu(0, false), gpu(1)], [], [1]],
    ['those with other programs when no others are left', 2, [gpu(0, false), gpu(1)], [], [0, 1]],
    ['only those that the server may use', 1, [gpu(3), gpu(5)], [], [3]],
    ['none when the replica needs none', 0, [], [], []],
  ])('are %s', (_, count, gpus, assigned, expected) => {
    expect(allotGpus(count, { gpus }, new Set(assigned))).toEqual(expected);
  });

  test('are too few when other replicas have them', () => {
    expect(allotGpus(2, { gpus: [gpu(0), gpu(1)] }, new Set([1]))).toBe(
      'A replica needs 2 GPUs. This machine has 2, of which 1 are used by replicas.',
    );
  });

  test('are unknown when the driver does not work', () => {
    expect(allotGpus(1, { problem: 'nvidia-smi failed.' }, new Set())).toBe('nvidia-smi failed.');
  });
});
