// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '@/components/editor/session';
import type { RunActions } from '@/components/run-state/run-context';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { ToastProvider } from '@/components/ui/toast';
import { catalogue } from '@/engine/actions';
import type { Answer } from '@/lib/contracts/errors';
import type { TryPlanRecord } from '@/lib/contracts/reruns';
import type { StartResult } from '@/lib/contracts/runs';
import { useTry } from './try/use-try';
import { useBreakpoints } from './use-breakpoints';
import { waitingRunActions } from './waiting-run-actions';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const STARTED: StartResult = {
  ...{ ok: true, id: 'run_1', number: 7, version: 2 },
  detail: runDetail({ id: 'run_1' }),
};
const PLAN: TryPlanRecord = {
  ...{ run: 7, key: 'k1', steps: [], missing: [], problem: null, ledger: [] },
};

/** A page on which a breakpoint is being sent until the server accepts it. */
function open() {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (!String(url).includes('/breakpoints')) requests.push('plan');
    return Response.json(
      String(url).includes('/breakpoints')
        ? { breakpoints: [], pause_on_failure: false, problems: [] }
        : PLAN,
    );
  });
  let accept = () => {};
  const accepted = new Promise<Answer>((resolve) => {
    accept = () => {
      requests.push('breakpoint');
      resolve({ ok: true });
    };
  });
  const session = createSession({
    document: { steps: [{ id: 'fetch', action: 'log', params: { message: 'x' } }] },
    descriptors: catalogue.descriptors,
    pipelineId: 'p1',
  });
  const breakpoints = { set: () => accepted, remove: refuse, setPauseOnFailure: refuse, setOfRun: refuse };
  const started = (name: string) => async () => {
    requests.push(name);
    return STARTED;
  };
  const { result } = renderHook(
    () => ({
      breakpoints: useBreakpoints({ pipelineId: 'p1', desk: session, actions: breakpoints, lens: undefined }),
      tries: useTry({ session, controller: undefined, send: started('try'), onStarted: () => {} }),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={new QueryClient()}>
          <ToastProvider>{children}</ToastProvider>
        </QueryClientProvider>
      ),
    },
  );
  // The other commands are not called.
  const runActions = waitingRunActions({ rerun: started('rerun') } as unknown as RunActions, session.pending);
  act(() => result.current.breakpoints?.toggle([{ step: 'fetch' }]));
  return { requests, accept, rerun: runActions.rerun, tries: () => result.current.tries };
}

const refuse = async (): Promise<Answer> => ({ ok: false, error: { code: 'conflict', message: 'No.' } });

describe('a breakpoint that was set a moment ago', () => {
  it('is known to the server before "Run this step" starts', async () => {
    const { requests, accept, tries } = open();
    act(() => tries().begin?.('fetch', 'only'));
    await waitFor(() => expect(requests).toEqual(['plan']));
    await act(async () => accept());
    await waitFor(() => expect(requests).toEqual(['plan', 'breakpoint', 'try']));
  });

  it('is known to the server before a re-run starts', async () => {
    const { requests, accept, rerun } = open();
    const starting = rerun({ id: 'run_1', scope: 'everything' });
    await act(async () => accept());
    expect(await starting).toEqual(STARTED);
    expect(requests).toEqual(['breakpoint', 'rerun']);
  });
});
