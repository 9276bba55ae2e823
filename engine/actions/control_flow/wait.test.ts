import { describe, expect, it } from 'vitest';
import { controlContext, decide, decideIn } from '../../testing/fakes';
import { wait } from './wait';

describe('wait', () => {
  it('waits for the remaining time', () => {
    expect(decide(wait, { duration: 60 })).toEqual({ do: 'wait', seconds: 60, reason: 'Waiting 60 s' });
    expect(decide(wait, { duration: 60 }, { elapsedSeconds: 45, waits: 1 })).toMatchObject({ seconds: 15 });
  });

  it('completes with the waited time once it has passed', () => {
    expect(decide(wait, { duration: 60 }, { elapsedSeconds: 60.12345, waits: 1 })).toEqual({
      do: 'complete',
      output: { waited_seconds: 60.123 },
    });
  });

  it('completes immediately without time to wait', () => {
    expect(decide(wait, { duration: 0 })).toMatchObject({ do: 'complete' });
  });

  it('logs the reason once, and shows it while it waits', () => {
    const ctx = controlContext();
    expect(decideIn(wait, { duration: 5, reason: 'to cool down' }, ctx)).toMatchObject({
      reason: 'to cool down',
    });
    expect(ctx.log.lines).toEqual([{ level: 'info', message: 'Waiting 5 s: to cool down' }]);
    const later = controlContext({ waits: 1, elapsedSeconds: 1 });
    decideIn(wait, { duration: 5, reason: 'to cool down' }, later);
    expect(later.log.lines).toEqual([]);
  });

  it('refuses a negative or missing duration, and one that ends after the last possible date', () => {
    expect(wait.params.safeParse({ duration: 1e308 }).success).toBe(false);
    expect(wait.params.safeParse({ duration: 3e9 }).success).toBe(true);
    expect(wait.params.safeParse({ duration: -1 }).success).toBe(false);
    expect(wait.params.safeParse({}).success).toBe(false);
  });
});
