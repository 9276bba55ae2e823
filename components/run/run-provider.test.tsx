// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOf } from '@/client/queries';
import { NO_FOCUS, type RunFocus } from '@/components/run-state/permalink';
import { useOptionalLens } from '@/components/run-state/run-context';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { ToastProvider } from '@/components/ui/toast';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { RunBanner } from './run-banner';
import { RunProvider } from './run-provider';
import { RunSummary } from './run-summary';

const documentText = JSON.stringify({
  steps: [
    { id: 'a', action: 'log', params: { message: 'a' } },
    { id: 'b', action: 'log', params: { message: 'b' } },
  ],
});

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => {
    const [, id = ''] = /\/runs\/([^/]+)$/.exec(address) ?? [];
    // The journal never arrives, since these tests do not need it.
    return id === ''
      ? new Promise(() => {})
      : Promise.resolve(Response.json(runDetail({ id, documentText })));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Below() {
  const lens = useOptionalLens();
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <output>{lens === undefined ? 'no run' : `${lens.runId} ${lens.focus.step ?? 'as a whole'}`}</output>
      <button type="button" onClick={() => lens?.setFocus({ step: 'b' })}>
        Look at b
      </button>
    </>
  );
}

interface TestPageProps {
  runId: string | undefined;
  selected?: string;
  focus?: RunFocus;
}

const client = new QueryClient();

function TestPage({ runId, selected, focus = NO_FOCUS }: TestPageProps) {
  return (
    <QueryClientProvider client={client}>
      <RunProvider runId={runId} focus={focus} selectedStep={() => selected}>
        <Below />
      </RunProvider>
    </QueryClientProvider>
  );
}

const shown = () => screen.getByRole('status').textContent;

describe('RunProvider', () => {
  it('keeps its children mounted when a run is opened, changed and left', async () => {
    const { rerender } = render(<TestPage runId={undefined} />);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'http' } });
    for (const runId of ['run_1', 'run_2', undefined]) {
      rerender(<TestPage runId={runId} />);
      await waitFor(() => expect(shown()).toBe(runId === undefined ? 'no run' : `${runId} as a whole`));
      expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('http');
    }
  });

  it('starts with the selected step, if the run has it', async () => {
    const { rerender } = render(<TestPage runId={undefined} selected="a" />);
    rerender(<TestPage runId="run_1" selected="a" />);
    await waitFor(() => expect(shown()).toBe('run_1 a'));
    rerender(<TestPage runId={undefined} selected="gone" />);
    rerender(<TestPage runId="run_1" selected="gone" />);
    expect(shown()).toBe('run_1 as a whole');
  });

  it('keeps the step from run to run', async () => {
    const { rerender } = render(<TestPage runId="run_1" />);
    act(() => screen.getByRole('button').click());
    rerender(<TestPage runId="run_2" />);
    await waitFor(() => expect(shown()).toBe('run_2 b'));
  });

  it('starts with the focus of the URL, whatever is selected', async () => {
    const focus = { step: 'b', iteration: [], attempt: undefined };
    const { rerender } = render(<TestPage runId={undefined} selected="a" />);
    rerender(<TestPage runId="run_1" selected="a" focus={focus} />);
    await waitFor(() => expect(shown()).toBe('run_1 b'));
  });

  it('reads the versions again when a run is left before it ended, because they list their runs', () => {
    const versions = keyOf(pipelineEndpoints.versions, { id: 'pipe_1' });
    const { rerender } = render(<TestPage runId="run_1" />);
    client.setQueryData(versions, { versions: [], next: null });
    rerender(<TestPage runId={undefined} />);
    expect(client.getQueryState(versions)?.isInvalidated).toBe(true);
  });

  it('says that a run does not exist, instead of loading it forever', async () => {
    const message = 'The run run_0 does not exist.';
    vi.stubGlobal('fetch', (address: string) =>
      Promise.resolve(
        address.includes('/runs/run_0')
          ? Response.json({ code: 'not_found', message }, { status: 404 })
          : Response.json({}, { status: 404 }),
      ),
    );
    const onExit = vi.fn();
    render(
      <QueryClientProvider client={client}>
        <ToastProvider>
          <RunProvider runId="run_0" focus={NO_FOCUS}>
            <RunBanner onExit={onExit} />
            <RunSummary />
          </RunProvider>
        </ToastProvider>
      </QueryClientProvider>,
    );
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getAllByText('Run not found')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Cancel run' })).toBeNull();
    expect(screen.queryByText('Unknown')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /Exit/ }));
    expect(onExit).toHaveBeenCalled();
  });
});
