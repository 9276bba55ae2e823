// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlannedStep, useRerun } from '@/components/run-state/rerun-preview';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import type { PipelineDocument } from '@/engine';
import type { RerunPlanRecord } from '@/lib/contracts/reruns';
import { RerunPanel } from './rerun-panel';
import { RerunProvider } from './rerun-provider';

const document: PipelineDocument = {
  params: { to: { type: 'string' } },
  steps: [
    { id: 'load', action: 'log', params: { message: 'x' } },
    { id: 'cleanup', action: 'model_delete', params: { model_id: 'canary' } },
  ],
};

const line = { skip: null, iterations: null };
const PLAN: RerunPlanRecord = {
  run: 7,
  version: 1,
  key: 'key_1',
  problem: null,
  steps: [
    { ...line, step: 'load', do: 'reuse', reason: 'unchanged', text: 'Reuses the output from #7.' },
    { ...line, step: 'cleanup', do: 'execute', reason: 'failed', text: 'Failed in #7.' },
  ],
  ledger: [
    {
      step: 'cleanup',
      effect: 'destructive',
      text: 'Delete model canary',
      count: 1,
      repeats: true,
      uncertain: false,
    },
  ],
};

const focusLost = vi.fn();

let asked: unknown[];
let plan: RerunPlanRecord;

beforeEach(() => {
  asked = [];
  focusLost.mockClear();
  plan = PLAN;
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    if (address.endsWith('/rerun/plan')) asked.push(JSON.parse(body ?? '{}'));
    return Response.json(plan);
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Opener() {
  const rerun = useRerun();
  const [isThere, setThere] = useState(true);
  const planned = usePlannedStep('cleanup');
  return (
    <>
      {isThere && (
        <button type="button" onClick={() => rerun?.open('from_failed')}>
          open
        </button>
      )}
      <button type="button" onClick={() => setThere(false)}>
        remove
      </button>
      <output>{planned?.do ?? 'nothing planned'}</output>
    </>
  );
}

function show() {
  const rerun = vi.fn<RunActions['rerun']>(async () => ({
    ok: false,
    error: { code: 'conflict', message: 'The plan of this re-run has changed.' },
  }));
  const never = vi.fn(async () => ({ ok: true as const }));
  const others = { cancel: never, pause: never, resume: never, signal: never, pin: never, resolve: never };
  render(
    <TestLens
      events={[]}
      document={document}
      detail={runDetail({ status: 'failed', failedStep: 'cleanup', params: { to: 'a' } })}
      actions={{ ...others, rerun }}
    >
      <RerunProvider>
        <Opener />
        <RerunPanel onFocusLost={focusLost} />
      </RerunProvider>
    </TestLens>,
  );
  const opener = screen.getByRole('button', { name: 'open' });
  opener.focus();
  fireEvent.click(opener);
  return rerun;
}

const panel = () => within(screen.getByRole('region', { name: 'Re-run #7' }));
const startButton = () => panel().findByRole<HTMLButtonElement>('button', { name: 'Re-run 1 step' });

describe('the re-run panel', () => {
  it('shows what executes, what is reused and every side effect, and tells the canvas', async () => {
    show();
    const effects = within(await panel().findByRole('region', { name: 'Side effects' }));
    expect(effects.getByRole('listitem').textContent).toContain('Delete model canary');
    expect(effects.getByText(/Also done in #7/)).toBeTruthy();
    expect(within(panel().getByRole('region', { name: 'Executes' })).getByText('cleanup')).toBeTruthy();
    expect(within(panel().getByRole('region', { name: 'Reused' })).getByText('load')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('execute');
    expect(asked).toEqual([{ scope: 'from_failed', definition: 'original' }]);
  });

  it('names equal side effects once, with their number', async () => {
    const sent = {
      effect: 'write' as const,
      text: '1 message to inbox',
      count: 1,
      repeats: true,
      uncertain: false,
    };
    plan = { ...PLAN, ledger: ['load', 'cleanup'].map((step) => ({ ...sent, step })) };
    show();
    expect(await panel().findByText('Reuses 1 step. 1 message to inbox (2 times).')).toBeTruthy();
  });

  it('starts only after each destructive effect is ticked, and as it was shown', async () => {
    const rerun = show();
    expect((await startButton()).disabled).toBe(true);
    fireEvent.click(panel().getByRole('checkbox', { name: /Delete model canary/ }));
    await waitFor(async () => expect((await startButton()).disabled).toBe(false));
    fireEvent.click(await startButton());
    expect(rerun).toHaveBeenCalledWith({
      id: 'run_1',
      scope: 'from_failed',
      definition: 'original',
      confirmed: ['cleanup'],
      plan: 'key_1',
      breakpoints: true,
    });
    expect((await panel().findByRole('alert')).textContent).toContain('has changed');
  });

  it('asks for the plan of a step, of changed params and of edited inputs', async () => {
    show();
    fireEvent.click(panel().getByRole('radio', { name: 'From this step' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ scope: 'from', step: 'cleanup' }));
    fireEvent.change(panel().getByLabelText(/^to/), { target: { value: 'b' } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ params: { to: 'b' } }));
    expect(panel().getByText('1 changed')).toBeTruthy();
    const inputs = panel().getByLabelText('Parameters of cleanup as JSON');
    fireEvent.change(inputs, { target: { value: '{"model_id": "other"}' } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ inputs: { cleanup: { model_id: 'other' } } }));
    fireEvent.change(inputs, { target: { value: '{' } });
    expect(panel().getByRole('alert').textContent).toContain('not a JSON object');
  });

  it('takes the focus when it opens', () => {
    show();
    expect(panel().getByRole('heading', { name: 'Re-run #7' })).toBe(window.document.activeElement);
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(screen.getByRole('heading', { level: 2 }), { key: 'Escape' })],
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Close re-run' }))],
  ])('returns the focus to what opened it when %s closes it', (_, close) => {
    show();
    close();
    expect(window.document.activeElement).toBe(screen.getByRole('button', { name: 'open' }));
    expect(focusLost).not.toHaveBeenCalled();
  });

  it('passes the focus on when what opened it is gone', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'remove' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close re-run' }));
    expect(focusLost).toHaveBeenCalledOnce();
  });

  it('says why nothing can start', async () => {
    plan = { ...PLAN, problem: 'Nothing would execute.' };
    show();
    expect((await panel().findByRole('alert')).textContent).toContain('Nothing would execute.');
    expect((await startButton()).disabled).toBe(true);
  });

  it('closes with Escape and leaves the canvas to the run', async () => {
    show();
    await startButton();
    fireEvent.keyDown(panel().getByRole('radio', { name: 'Everything' }), { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Re-run #7' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('nothing planned');
  });
});
