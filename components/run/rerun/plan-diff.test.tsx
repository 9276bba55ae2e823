// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import type { PlanDiffRecord } from '@/lib/contracts/reruns';
import { PlanDiff } from './plan-diff';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const step = { do: 'execute', text: 'Failed in #7.', definition: 'same' } as const;
const DIFF: PlanDiffRecord = {
  run: 7,
  params: {
    changes: [{ kind: 'changed', path: ['to'], base: { value: 'a' }, run: { value: 'b' } }],
    total: 1,
  },
  steps: [
    {
      ...{ ...step, step: 'send' },
      inputs: [
        { name: 'url', sameness: 'different', run: { value: 'https://a' }, planned: { value: 'https://b' } },
        { name: 'method', sameness: 'same', run: { value: 'GET' }, planned: { value: 'GET' } },
      ],
    },
    {
      ...{ ...step, step: 'after' },
      inputs: [{ name: 'message', sameness: 'unknown', run: { value: 'x' }, planned: null }],
    },
  ],
};

function open(diff: PlanDiffRecord) {
  const send = vi.fn(async (_address: string) => Response.json(diff));
  vi.stubGlobal('fetch', send);
  render(
    <TestLens events={[]} document={{ steps: [] }}>
      <PlanDiff request={{ id: 'run_1', scope: 'from_failed' }} number={7} />
    </TestLens>,
  );
  expect(send).not.toHaveBeenCalled();
  const details = screen.getByText('Compare with run #7').closest('details');
  // Jsdom does not toggle by click.
  if (details) details.open = true;
  details?.dispatchEvent(new Event('toggle', { bubbles: false }));
  return send;
}

it('is read when it is opened, and lists what the re-run would do differently', async () => {
  const send = open(DIFF);
  const list = await screen.findByRole('list', { name: 'Steps that differ' });
  expect(String(send.mock.calls[0]?.[0])).toContain('/api/v1/runs/run_1/rerun/diff');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['sendurl: "https://a" → "https://b"']);
  expect(screen.getByText(/^Run parameter/).textContent).toBe('Run parameter to changed: "a" → "b"');
  expect(screen.getByText('Known only in the re-run: inputs of after.')).toBeDefined();
});

it('says when nothing differs', async () => {
  open({ run: 7, params: { changes: [], total: 0 }, steps: [] });
  expect(await screen.findByText('Definition, parameters and known inputs are the same.')).toBeDefined();
});
