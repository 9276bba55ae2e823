// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunDiffRecord, StepDiffRecord } from '@/lib/contracts/run-diffs';
import type { RunSummary } from '@/lib/contracts/runs';
import { RunDiffPage } from './run-diff-page';

const replace = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ replace }) }));

const summary = (number: number): RunSummary => ({
  ...{
    id: `run_${number}`,
    number,
    pipelineId: 'p',
    pipelineName: 'Orders',
    version: 1,
    status: 'completed',
  },
  ...{
    hold: null,
    createdAt: '2026-11-20T14:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    durationMs: null,
  },
  ...{ trigger: 'manual', triggerId: null, triggerName: null, parentRunId: null, parentNumber: null },
  ...{ error: null, failedStep: null, fixedBy: null, warnings: null, pinned: false },
});

const side = { status: 'completed' as const, durationMs: 5, attempts: 1, reused: false };
const same: StepDiffRecord = {
  ...{ step: 'say', base: side, run: side, iterations: null, cause: null, from: null, text: null },
  ...{ definition: 'same', inputs: 'same', output: 'same', error: 'none' },
};
const fetched: StepDiffRecord = {
  ...same,
  ...{
    step: 'fetch',
    output: 'different',
    cause: 'outside',
    text: 'The external system responded differently.',
  },
};
const follows: StepDiffRecord = {
  ...same,
  ...{ step: 'keep', inputs: 'different', cause: 'upstream', from: 'fetch', text: 'It follows from fetch.' },
};

function diffOf(steps: StepDiffRecord[]): RunDiffRecord {
  const run = { version: 1, status: 'completed' as const, durationMs: 9 };
  return {
    ...{ base: { id: 'run_1', number: 1, ...run }, run: { id: 'run_2', number: 2, ...run } },
    ...{ params: { changes: [], total: 0 }, outputs: [], steps },
    first: steps.find(({ cause }) => cause !== null)?.step ?? null,
  };
}

const PART = {
  changes: [{ kind: 'changed', path: ['items', 0, 'name'], base: { value: 'old' }, run: { value: 'new' } }],
  ...{ total: 1, problem: null },
};

const TEXTS = {
  changes: [
    {
      ...{ kind: 'changed', path: ['report'] },
      base: { value: 'host,ms\na,5\nb,7\nc,9' },
      run: { value: 'host,ms\na,5\nb,8\nc,9' },
    },
  ],
  ...{ total: 1, problem: null },
};

function show(steps: StepDiffRecord[] | undefined, part: object = PART): void {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/diff/')) return Response.json(part);
    return steps === undefined
      ? Response.json({ code: 'invalid', message: 'Compare runs of one pipeline.' }, { status: 400 })
      : Response.json(diffOf(steps));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RunDiffPage run={summary(2)} base={summary(1)} others={[summary(3), summary(1)]} />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  replace.mockClear();
});

describe('the comparison of two runs', () => {
  it('names the step where they diverge, with its differences open', async () => {
    show([same, fetched, follows]);
    expect(await screen.findByText('The runs diverge at fetch.')).toBeDefined();
    expect(screen.getByText(/1 other step also differs/)).toBeDefined();
    const changes = await screen.findByRole('list', { name: 'Differences of the output of fetch' });
    expect(within(changes).getByText('items[0].name')).toBeDefined();
    expect(within(changes).getByText('"old"').tagName).toBe('DEL');
    expect(within(changes).getByText('"new"').tagName).toBe('INS');
  });

  it('shows which lines of a text differ', async () => {
    show([same, fetched], TEXTS);
    const lines = await screen.findByRole('region', { name: 'Lines of report' });
    expect(within(lines).getByText('b,7').closest('[data-change]')?.getAttribute('data-change')).toBe(
      'removed',
    );
    expect(within(lines).getByText('b,8').closest('[data-change]')?.getAttribute('data-change')).toBe(
      'added',
    );
    expect(within(lines).getByText('a,5').closest('[data-change]')?.getAttribute('data-change')).toBe('same');
  });

  it('shows the steps that differ, the others on request, and opens any of them', async () => {
    show([same, fetched, follows]);
    const table = await screen.findByRole('table', { name: 'Steps' });
    expect(within(table).queryByText('say')).toBeNull();
    fireEvent.click(screen.getByLabelText('Show steps without a difference'));
    expect(within(table).getByText('say')).toBeDefined();
    const toggle = within(table).getByRole('button', { name: 'keep' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(toggle);
    expect(await screen.findByRole('region', { name: 'Inputs of keep' })).toBeDefined();
  });

  it('says that nothing differs', async () => {
    show([same]);
    expect(await screen.findByText('No step differs.')).toBeDefined();
    expect(screen.getByText('The runs have 1 step, and all ended the same way.')).toBeDefined();
  });

  it('says why the server refused', async () => {
    show(undefined);
    expect((await screen.findByRole('alert')).textContent).toContain('Compare runs of one pipeline.');
  });

  it('compares with another run of the list', async () => {
    show([same]);
    fireEvent.change(await screen.findByLabelText('Compare #2 with'), { target: { value: 'run_3' } });
    expect(replace).toHaveBeenCalledWith('/runs/run_2/compare?base=run_3');
  });
});
