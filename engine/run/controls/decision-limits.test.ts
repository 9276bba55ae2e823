import { expect, it } from 'vitest';
import { MemoryUse } from '../memory/memory-use';
import { emptyRunState } from '../state/fold';
import { refuseDecision } from './decision-limits';

it('refuses a list of items of more than 64 MB of JSON, although its items share memory', () => {
  const item = ['x'.repeat(10_000)];
  const plan = (count: number) => {
    const items = Array.from({ length: count }, () => item);
    const decision = { do: 'iterate', items, action: 'log', params: {} } as const;
    const options = { parallel: 1, stopOnFailure: true } as const;
    return refuseDecision(new MemoryUse(emptyRunState()), { ...decision, ...options }, undefined);
  };
  expect(plan(6000)).toBeUndefined();
  expect(plan(7000)).toMatchObject({
    kind: 'expression_error',
    message: expect.stringMatching(/^The list of items is at least \d+(\.\d)? MB.*the limit is 64 MB/),
  });
});
