// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Declarations } from '@/components/params/param-drafts';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { StartResult, StartRunInput } from '@/lib/contracts/runs';
import { RerunDialog } from './rerun-dialog';
import { RunDialog } from './run-form';

const declarations: Declarations = {
  cluster: { type: 'string', required: true, description: 'Where it goes.' },
  replicas: { type: 'integer', default: 2 },
  prompts: { type: 'array' },
};

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
          lastValues={{ replicas: 5 }}
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
  it('starts with the params of the newest run, which it reads in one request', async () => {
    const asked = serveParams({ declared: {}, last: { cluster: 'eu-1', replicas: 5 } });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <RunDialog
            pipelineId="pipe_1"
            declarations={declarations}
            start={vi.fn()}
            onStarted={vi.fn()}
            onClose={() => {}}
          />
        </TooltipProvider>
      </QueryClientProvider>,
    );
    expect((await screen.findByLabelText<HTMLInputElement>(/cluster/)).value).toBe('eu-1');
    expect(asked).toEqual(['/api/v1/pipelines/pipe_1/params']);
  });

  it('starts with Mod+Enter, with the values of the last run and typed params', async () => {
    const { start, onStarted } = open({ ok: true, id: 'run_2', number: 2, version: 1, detail: runDetail() });
    type(/cluster/, 'eu-1');
    await submit();
    expect(start).toHaveBeenCalledWith({ pipelineId: 'pipe_1', params: { cluster: 'eu-1', replicas: 5 } });
    expect(onStarted).toHaveBeenCalledWith({ id: 'run_2', number: 2 });
  });

  it('reports missing params and the position of errors in JSON, without a request', async () => {
    const { start } = open({ ok: true, id: 'run_2', number: 2, version: 1, detail: runDetail() });
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
        message: 'There is no cluster eu-9.',
      },
    ];
    open({ ok: false, error: { code: 'invalid', message: 'The params do not fit.', details } });
    type(/cluster/, 'eu-9');
    await submit();
    expect(screen.getByText('There is no cluster eu-9.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/cluster/).value).toBe('eu-9');
  });

  it('keeps typed values for the next run', async () => {
    open({ ok: true, id: 'run_2', number: 2, version: 1, detail: runDetail() });
    type(/cluster/, 'eu-1');
    await submit();
    cleanup();
    open({ ok: true, id: 'run_3', number: 3, version: 1, detail: runDetail() });
    expect(screen.getByLabelText<HTMLInputElement>(/cluster/).value).toBe('eu-1');
  });
});

describe('the dialog of a re-run', () => {
  it('asks for the params of the latest version in one request, without its document', async () => {
    const asked = serveParams({ declared: { cluster: { type: 'string' } }, last: null });
    render(
      <TestLens
        events={[]}
        document={{ params: { region: { type: 'string' } }, steps: [] }}
        detail={runDetail({ params: { region: 'eu', cluster: 'eu-1' } })}
      >
        <RerunDialog onClose={() => {}} />
      </TestLens>,
    );
    expect(screen.getByLabelText<HTMLInputElement>(/region/).value).toBe('eu');
    expect(asked).toEqual([]);
    fireEvent.click(screen.getByRole('radio', { name: 'Latest version' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/cluster/)).value).toBe('eu-1');
    expect(asked).toEqual(['/api/v1/pipelines/p1/params']);
  });
});
