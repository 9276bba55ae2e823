// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Declarations } from '@/components/params/param-drafts';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { StartResult, StartRunInput } from '@/lib/contracts/runs';
import { RunDialog } from './run-form';

const declarations: Declarations = {
  cluster: { type: 'string', required: true, description: 'Where it goes.' },
  replicas: { type: 'integer', default: 2 },
  prompts: { type: 'array' },
};

const STARTED: StartResult = { ok: true, id: 'run_2', number: 2, version: 1, detail: runDetail() };

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A server with the params of a pipeline; returns the list of its requests. */
function serveParams(params: AnswerOf<typeof pipelineEndpoints.params>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json(params, { status: address.endsWith('/params') ? 200 : 404 });
  });
  return asked;
}

function open(answer: StartResult) {
  const start = vi.fn<(input: StartRunInput) => Promise<StartResult>>(async () => answer);
  const onStarted = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <RunDialog
          pipelineId="pipe_1"
          declarations={declarations}
          start={start}
          onStarted={onStarted}
          onClose={() => {}}
        />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { start, onStarted };
}

const type = (name: RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value: text } });
const submit = () =>
  act(async () => {
    fireEvent.keyDown(screen.getByLabelText(/cluster/), { key: 'Enter', ctrlKey: true });
  });

describe('the run dialog', () => {
  it('starts with the defaults, and takes the params of the newest run on request', async () => {
    const asked = serveParams({ declared: {}, last: { cluster: 'eu-1', replicas: 5 }, lastNumber: 4 });
    open(STARTED);
    expect(screen.getByLabelText<HTMLInputElement>(/cluster/).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>(/replicas/).value).toBe('2');
    fireEvent.click(await screen.findByRole('button', { name: 'As in run #4' }));
    expect(screen.getByLabelText<HTMLInputElement>(/cluster/).value).toBe('eu-1');
    expect(screen.getByLabelText<HTMLInputElement>(/replicas/).value).toBe('5');
    fireEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    expect(screen.getByLabelText<HTMLInputElement>(/replicas/).value).toBe('2');
    expect(asked).toEqual(['/api/v1/pipelines/pipe_1/params']);
  });

  it('does not offer the params of a run before the first one', async () => {
    serveParams({ declared: {}, last: null, lastNumber: null });
    open(STARTED);
    await act(async () => {});
    expect(screen.queryByRole('button', { name: /As in run/ })).toBeNull();
  });

  it('starts with Mod+Enter, with the defaults and typed params', async () => {
    const { start, onStarted } = open(STARTED);
    type(/cluster/, 'eu-1');
    await submit();
    expect(start).toHaveBeenCalledWith({ pipelineId: 'pipe_1', params: { cluster: 'eu-1', replicas: 2 } });
    expect(onStarted).toHaveBeenCalledWith({ id: 'run_2', number: 2 });
  });

  it('reports missing params and the position of errors in JSON, without a request', async () => {
    const { start } = open(STARTED);
    type(/prompts/, '["a",');
    await submit();
    expect(start).not.toHaveBeenCalled();
    expect(screen.getByText(/The param cluster is required/)).toBeTruthy();
    expect(screen.getByText(/^Line 1, column/)).toBeTruthy();
  });

  it('shows the refusal of the server at its field and keeps typed values', async () => {
    const details = [
      {
        code: 'invalid_parameter',
        severity: 'error',
        path: 'params.cluster',
        message: 'The cluster eu-9 does not exist.',
      },
    ];
    open({ ok: false, error: { code: 'invalid', message: 'The params do not fit.', details } });
    type(/cluster/, 'eu-9');
    await submit();
    expect(screen.getByText('The cluster eu-9 does not exist.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/cluster/).value).toBe('eu-9');
  });

  it('keeps values that were typed for a run that did not start, and no others', async () => {
    open({ ok: false, error: { code: 'unavailable', message: 'The server cannot be reached.' } });
    type(/cluster/, 'eu-1');
    await submit();
    cleanup();
    open(STARTED);
    expect(screen.getByLabelText<HTMLInputElement>(/cluster/).value).toBe('eu-1');
    await submit();
    cleanup();
    open(STARTED);
    expect(screen.getByLabelText<HTMLInputElement>(/cluster/).value).toBe('');
  });
});
