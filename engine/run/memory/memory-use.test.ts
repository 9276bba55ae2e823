import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, MAX_RUN_BYTES, megabytes } from '../../value-limits';
import { emptyRunState } from '../state/fold';
import { MemoryUse } from './memory-use';

describe('the memory of a run', () => {
  it('counts the attempts of a check only until the check is dropped', () => {
    const memoryUse = new MemoryUse(emptyRunState());
    for (let look = 0; look < MAX_ATTEMPTS; look += 1) {
      memoryUse.startAttempt('until');
      memoryUse.dropChecks('until');
    }
    expect(memoryUse.refuseAttempts(MAX_ATTEMPTS)).toBeUndefined();
    memoryUse.startAttempt('until');
    expect(memoryUse.refuseAttempts(MAX_ATTEMPTS)?.message).toContain('200,001 attempts');
  });

  it('drops the memory of waits inside a check with the check', () => {
    const memoryUse = new MemoryUse(emptyRunState());
    memoryUse.take('The output', 'x'.repeat(40_000_000), 'until[0]');
    memoryUse.dropChecks('until');
    expect(memoryUse.take('The output', 'y'.repeat(40_000_000))).toBeUndefined();
  });

  it('counts the messages of failures, those of a check until the next one', () => {
    const memoryUse = new MemoryUse(emptyRunState());
    memoryUse.addFailure({ kind: 'rejected', message: 'x'.repeat(40_000_000) }, 'until');
    memoryUse.dropChecks('until');
    memoryUse.addFailure({ kind: 'rejected', message: 'y'.repeat(40_000_000) });
    expect(megabytes(memoryUse.bytes)).toBe('40 MB');
    expect(memoryUse.take('The output', ['z'.repeat(40_000_000)])?.message).toContain('already holds 40 MB');
  });

  it('counts two bytes for each character of a text when one needs them', () => {
    const memoryUse = new MemoryUse(emptyRunState());
    expect(memoryUse.take('The output', ['é'.repeat(10_000_000)])).toBeUndefined();
    expect(megabytes(memoryUse.bytes)).toBe('10 MB');
    expect(memoryUse.take('The output', [`${'x'.repeat(9_999_999)}中`])).toBeUndefined();
    expect(megabytes(memoryUse.bytes)).toBe('30 MB');
  });

  it('counts the items of each loop over the same list', () => {
    const memoryUse = new MemoryUse(emptyRunState());
    for (let loop = 0; loop < 140; loop += 1) expect(memoryUse.takeItems(10_000)).toBeUndefined();
    expect(megabytes(memoryUse.bytes)).toBe('61.6 MB');
    while (memoryUse.takeItems(10_000) === undefined);
    expect(memoryUse.takeItems(10_000)?.message).toMatch(
      /^A loop of 10,000 items takes 0\.4 MB of memory\. This run already holds 6\d(\.\d)? MB/,
    );
  });

  it('keeps values that a check shares with a step when the check is dropped', () => {
    const memoryUse = new MemoryUse(emptyRunState());
    const page = ['x'.repeat(MAX_RUN_BYTES / 2)];
    expect(memoryUse.take('The output', page)).toBeUndefined();
    expect(memoryUse.take('The output', [page], 'until')).toBeUndefined();
    memoryUse.dropChecks('until');
    expect(memoryUse.take('The output', ['y'.repeat(MAX_RUN_BYTES / 2)])?.message).toContain(
      'already holds 32 MB',
    );
  });
});
