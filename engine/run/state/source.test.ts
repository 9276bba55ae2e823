import { expect, test } from 'vitest';
import type { Json } from '../../json';
import { probes } from '../../testing/probes';
import { runPipeline } from '../../testing/run-pipeline';

/** The names that the check of a wait reads, at each of two checks. */
const check = { action: 'read', params: { input: '{{[item, index, polls]}}' } };
const wait = { condition: 'polls == 2', check };

test('a check in a loop reads the item and index of the loop, and the number of the check', async () => {
  const { catalogue, calls } = probes();
  await runPipeline({
    document: {
      steps: [
        {
          id: 'each',
          action: 'loop',
          params: { items: "['x', 'y']", action: 'wait_until', action_params: wait },
        },
      ],
    },
    catalogue,
  });
  expect(calls.map(({ input }): Json => input)).toEqual([
    ['x', 0, 1],
    ['x', 0, 2],
    ['y', 1, 1],
    ['y', 1, 2],
  ]);
});

test('outside a loop, the item of a check is the number of the check', async () => {
  const { catalogue, calls } = probes();
  await runPipeline({ document: { steps: [{ id: 'w', action: 'wait_until', params: wait }] }, catalogue });
  expect(calls.map(({ input }): Json => input)).toEqual([
    [1, 0, 1],
    [2, 1, 2],
  ]);
});
