import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, MAX_RUN_BYTES } from '../value-limits';
import { emptyRunState } from './fold';
import { Holdings } from './holdings';

describe('what a run holds', () => {
  it('counts the attempts of checks only until they are forgotten', () => {
    const holdings = new Holdings(emptyRunState());
    for (let look = 0; look < MAX_ATTEMPTS; look += 1) {
      holdings.begin('until');
      holdings.forget('until');
    }
    expect(holdings.refuseAttempts(MAX_ATTEMPTS)).toBeUndefined();
    holdings.begin('until');
    expect(holdings.refuseAttempts(MAX_ATTEMPTS)?.message).toContain('200,001 attempts');
  });

  it('forgets with a check what waits below it hold', () => {
    const holdings = new Holdings(emptyRunState());
    holdings.take('The output', 'x'.repeat(40_000_000), 'until[0]');
    holdings.forget('until');
    expect(holdings.take('The output', 'y'.repeat(40_000_000))).toBeUndefined();
  });

  it('keeps what a check shares with a step when the check is forgotten', () => {
    const holdings = new Holdings(emptyRunState());
    const page = ['x'.repeat(MAX_RUN_BYTES / 2)];
    expect(holdings.take('The output', page)).toBeUndefined();
    expect(holdings.take('The output', [page], 'until')).toBeUndefined();
    holdings.forget('until');
    expect(holdings.take('The output', ['y'.repeat(MAX_RUN_BYTES / 2)])?.message).toContain(
      'already holds 32 MB',
    );
  });
});
