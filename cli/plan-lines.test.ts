import { expect, test } from 'vitest';
import { planLines } from './plan-lines';

test('prints every step with its reason, and every side effect', () => {
  const lines = planLines('Re-run of #128 with v15', {
    problem: null,
    steps: [
      {
        step: 'health',
        do: 'reuse',
        reason: 'unchanged',
        text: 'Reuses the output from #128.',
        skip: null,
        iterations: null,
      },
      {
        step: 'score',
        do: 'execute',
        reason: 'failed',
        text: 'Failed in #128.',
        skip: null,
        iterations: { total: 24, reused: 22 },
      },
      {
        step: 'tell',
        do: 'unknown',
        reason: 'depends',
        text: 'Depends on score.',
        skip: null,
        iterations: null,
      },
    ],
    ledger: [
      {
        step: 'announce',
        effect: 'write',
        text: '1 POST to api.example.com',
        count: 1,
        repeats: true,
        uncertain: false,
      },
      {
        step: 'cleanup',
        effect: 'destructive',
        text: 'Delete deployment canary',
        count: 1,
        repeats: false,
        uncertain: true,
      },
    ],
  });
  expect(lines).toEqual([
    'Re-run of #128 with v15',
    '≡ health reuse: Reuses the output from #128.',
    '▷ score execute: Failed in #128. 22 of 24 iterations are reused.',
    '? tell unknown: Depends on score.',
    'Side effects:',
    '  1 POST to api.example.com (announce; repeated)',
    '  Delete deployment canary (cleanup; first time; possible; destructive, allow it with --confirm cleanup)',
  ]);
});
