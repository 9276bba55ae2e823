import { describe, expect, it } from 'vitest';
import { decide } from '../../testing/fakes';
import { fail } from './fail';

describe('fail', () => {
  it('ends the run with the message', () => {
    expect(decide(fail, { message: 'Too slow.' })).toEqual({
      do: 'fail',
      endsRun: true,
      error: { kind: 'explicit_failure', message: 'Too slow.' },
    });
  });

  it('has the error code, also when a template returned a number', () => {
    expect(decide(fail, { message: 'No.', error_code: 'TOO_SLOW' })).toMatchObject({
      error: { code: 'TOO_SLOW' },
    });
    expect(decide(fail, { message: 'No.', error_code: 503 })).toMatchObject({ error: { code: '503' } });
  });

  it('requires a message', () => {
    expect(fail.params.safeParse({}).success).toBe(false);
  });

  it('allows no dependents', () => {
    expect(fail.terminal).toBe(true);
  });
});
