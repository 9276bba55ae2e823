// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { StartTryInput, TryPlanRecord } from '@/lib/contracts/reruns';
import type { StartResult } from '@/lib/contracts/runs';
import { TryDialog } from './try-dialog';
import type { TryRequest } from './use-try';

const NAME = 'steps.fetch.output.count';
const line = { skip: null, iterations: null };
const send = { ...line, step: 'send', do: 'execute', reason: 'selected', text: 'Selected.' } as const;
const MISSING: TryPlanRecord = {
  ...{ run: 7, key: 'k1', steps: [send], missing: [NAME] },
  ledger: [
    {
      ...{ step: 'send', effect: 'destructive', text: 'Delete model canary' },
      ...{ count: 1, repeats: false, uncertain: false },
    },
  ],
  problem: `No run has a value for ${NAME}. Enter it, or choose the values of a run that has it.`,
};
const READY: TryPlanRecord = { ...MISSING, key: 'k2', missing: [], problem: null };

let asked: { values?: Record<string, unknown> }[];

/** The size of a checkbox, which jsdom does not compute. */
class SizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', SizeObserver);
  asked = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const input: { values?: Record<string, unknown> } = JSON.parse(body);
    asked.push(input);
    return Response.json(input.values?.[NAME] === undefined ? MISSING : READY);
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(example = '', more: Partial<TryRequest> = {}) {
  const start = vi.fn(
    async (_: StartTryInput): Promise<StartResult> => ({
      ok: false,
      error: { code: 'conflict', message: 'The plan of this try has changed.' },
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <TryDialog
          request={{ id: 'pipe_1', step: 'send', scope: 'only', ...more }}
          exampleOf={() => example}
          start={start}
          onClose={() => {}}
        />
      </TooltipProvider>{' '}
    </QueryClientProvider>,
  );
  return start;
}

const runButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });

describe('the dialog of a try', () => {
  it('asks for the values that no run has, and starts with them what was previewed', async () => {
    const start = show();
    const field = await screen.findByRole('textbox', { name: NAME });
    expect((await screen.findByRole('alert')).textContent).toContain('No run has a value');
    expect(runButton().disabled).toBe(true);
    fireEvent.change(field, { target: { value: '{' } });
    expect(await screen.findByText('This is not JSON. Put text in double quotes.')).toBeDefined();
    fireEvent.change(field, { target: { value: '3' } });
    fireEvent.click(await screen.findByRole('checkbox', { name: /Delete model canary/ }));
    await waitFor(() => expect(runButton().disabled).toBe(false));
    fireEvent.click(runButton());
    expect(await screen.findByText('The plan of this try has changed.')).toBeDefined();
    expect(start.mock.calls).toEqual([
      [{ id: 'pipe_1', step: 'send', scope: 'only', values: { [NAME]: 3 }, confirmed: ['send'], plan: 'k2' }],
    ]);
  });

  it('offers the chosen iteration of a loop alone, or all of them', async () => {
    const start = show('3', { iteration: 4 });
    const one = await screen.findByRole<HTMLInputElement>('radio', { name: 'Iteration 5 only' });
    expect(one.checked).toBe(true);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ iteration: 4, values: { [NAME]: 3 } }));
    fireEvent.click(screen.getByRole('radio', { name: 'All iterations' }));
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('iteration'));
    fireEvent.click(one);
    fireEvent.click(await screen.findByRole('checkbox', { name: /Delete model canary/ }));
    await waitFor(() => expect(runButton().disabled).toBe(false));
    fireEvent.click(runButton());
    await waitFor(() => expect(start.mock.calls[0]?.[0]).toMatchObject({ iteration: 4 }));
  });

  it('begins with the example of an earlier run', async () => {
    show('41');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: NAME })).value).toBe('41');
    await waitFor(() => expect(asked.at(-1)?.values).toEqual({ [NAME]: 41 }));
    expect(screen.getByText('Example from an earlier run.')).toBeDefined();
  });
});
