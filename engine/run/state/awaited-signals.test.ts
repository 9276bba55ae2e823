import { describe, expect, test } from 'vitest';
import { awaitedSignals } from './awaited-signals';

describe('the signals that a condition waits for', () => {
  test.each([
    ['signals.approved', [{ name: 'approved', offers: [true] }]],
    ['signals.approved == true', [{ name: 'approved', offers: [true] }]],
    ['{{ signals.approved }}', [{ name: 'approved', offers: [true] }]],
    ['has(signals.go)', [{ name: 'go', offers: [true] }]],
    ["default(signals.approved, '') == 'yes'", [{ name: 'approved', offers: ['yes'] }]],
    ["'yes' == signals.approved", [{ name: 'approved', offers: ['yes'] }]],
    ["signals.d == 'ship' || signals.d == 'stop'", [{ name: 'd', offers: ['ship', 'stop'] }]],
    ["signals.d in ['ship', 2]", [{ name: 'd', offers: ['ship', 2] }]],
    [
      'signals.a && (signals.b || polls > 3)',
      [
        { name: 'a', offers: [true] },
        { name: 'b', offers: [true] },
      ],
    ],
    ['signals.order.total > 5', [{ name: 'order', offers: [] }]],
    ['!signals.stop', [{ name: 'stop', offers: [] }]],
    ['signals[params.name] == 1', []],
    ['params.signals.x', []],
    ['polls >', []],
  ])('%s', (condition, awaited) => {
    expect(awaitedSignals(condition)).toEqual(awaited);
  });
});
