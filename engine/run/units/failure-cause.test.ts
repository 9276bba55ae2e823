import { describe, expect, it } from 'vitest';
import type { Failure } from '../../errors';
import { emptyRunState } from '../state/fold';
import { PENDING_UNIT } from '../state/pending-unit';
import type { Source } from '../state/source';
import type { UnitState } from '../state/state';
import { withCause } from './failure-cause';

const source = (params: Source['params']) => ({ params });
const missing: Failure = {
  kind: 'expression_error',
  message: 'steps.call.output.response_body.name is missing.',
};

function stateWith(call: Partial<UnitState>) {
  const state = emptyRunState();
  state.steps.set('call', { ...PENDING_UNIT, status: 'completed', ...call });
  return state;
}

describe('the cause of a failed expression', () => {
  it('is the request that it reads, when that returned an error status', () => {
    const state = stateWith({ warning: { kind: 'http_status', code: '503', message: 'Status 503.' } });
    expect(withCause(missing, source({}), state).message).toBe(
      'steps.call.output.response_body.name is missing. The request of call returned status 503. To fail there instead, set expect_status on call.',
    );
  });

  it('is a response of HTML that was read as JSON', () => {
    const output = {
      value: {
        status_code: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        response_body: '<!doctype html>\n<title>Sign in</title>',
      },
    };
    const { message } = withCause(missing, source({}), stateWith({ output }));
    expect(message).toContain(
      'The request of call returned text/html instead of JSON: <!doctype html> <title>Sign in</title>',
    );
  });

  it('is found by the parameters when the message names no step', () => {
    const state = stateWith({ warning: { kind: 'http_status', code: '500', message: 'Status 500.' } });
    const failure: Failure = { kind: 'expression_error', message: 'The list is missing.' };
    const read = source({ input: '{{steps.call.output.response_body}}' });
    expect(withCause(failure, read, state).message).toContain('returned status 500');
  });

  it('is not claimed for a request that succeeded, or for another kind of failure', () => {
    const output = { value: { headers: { 'content-type': 'application/json' }, response_body: {} } };
    expect(withCause(missing, source({}), stateWith({ output }))).toBe(missing);
    const timeout: Failure = { kind: 'timeout', message: 'No response.' };
    expect(withCause(timeout, source({}), stateWith({}))).toBe(timeout);
  });

  it('is added once', () => {
    const state = stateWith({ warning: { kind: 'http_status', code: '503', message: 'Status 503.' } });
    const once = withCause(missing, source({}), state);
    expect(withCause(once, source({}), state)).toEqual(once);
  });
});
