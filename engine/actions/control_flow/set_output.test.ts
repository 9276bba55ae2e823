import { describe, expect, it } from 'vitest';
import { decide } from '../../testing/fakes';
import { setOutput } from './set_output';

describe('set_output', () => {
  it.each([['text'], [3], [null], [{ a: [1] }]])('sets an output to %j', (value) => {
    expect(decide(setOutput, { key: 'url', value })).toEqual({
      do: 'complete',
      output: { key: 'url', value },
      set: { key: 'url', value },
    });
  });

  it('refuses a missing value and an empty key', () => {
    expect(setOutput.params.safeParse({ key: 'url' }).success).toBe(false);
    expect(setOutput.params.safeParse({ key: '', value: 1 }).success).toBe(false);
  });
});
