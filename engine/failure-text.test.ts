import { describe, expect, it } from 'vitest';
import { failureName, failureSummary } from './failure-text';

describe('the name of a failure', () => {
  it('is its kind, with a code if there is one', () => {
    expect(failureName({ kind: 'timeout' })).toBe('timeout');
    expect(failureName({ kind: 'connection_error', code: 'ECONNREFUSED' })).toBe(
      'connection_error ECONNREFUSED',
    );
  });
});

describe('the short message of a failure', () => {
  it('begins with the missing name', () => {
    const message =
      'params.input: steps.call.output.response_body.name is missing: steps.call.output.response_body is a text, without fields.';
    expect(failureSummary({ message, path: 'params.input' })).toBe(
      'no name: call.response_body is a text, without fields.',
    );
  });

  it('leaves out the path of the parameter', () => {
    expect(failureSummary({ message: 'params.url: unknown name x.', path: 'params.url' })).toBe(
      'unknown name x.',
    );
  });

  it('is otherwise the whole message', () => {
    expect(failureSummary({ message: 'No response within 2 s.' })).toBe('No response within 2 s.');
  });
});
