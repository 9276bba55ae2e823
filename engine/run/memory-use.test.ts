import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, MAX_RUN_BYTES } from '../value-limits';
import { emptyRunState } from './fold';
import { MemoryUse } from './memory-use';

describe('what a run holds', () => {
  it('counts the attempts of checks only until they are forgotten', () => {
    const memoryUse = new MemoryUse(emptyRunState());
    for (let look = 0; look < MAX_ATTEMPTS; look += 1) {
      memoryUse.startAttempt('until');
      memoryUse.dropChecks('until');
    }
    expect(memoryUse.refuseAttempts(MAX_ATTEMPTS)).toBeUndefined();
    memoryUse.startAttempt('until');
    expect(memoryUse.refuseAttempts(MAX_ATTEMPTS)?.message).toContain('200,001 attempts');
  });

  it('forgets with a check what waits below it hold', () => {
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
    expect(memoryUse.bytes).toBe(40_000_000);
    expect(memoryUse.take('The output', ['z'.repeat(40_000_000)])?.message).toContain('already holds 40 MB');
  });

  it('keeps what a check shares with a step when the check is forgotten', () => {
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
