// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeskState } from '@/components/editor/session';
import { readDefinition } from '@/components/run-state/definition';
import type { BreakpointActions, RunLens } from '@/components/run-state/run-context';
import { createRunStore } from '@/components/run-state/run-store';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { created, journal } from '@/components/run-state/testing/run-events';
import { ToastProvider } from '@/components/ui/toast';
import { catalogue } from '@/engine/actions';
import type { Breakpoint } from '@/engine/run/debug/breakpoint';
import type { BreakpointList } from '@/lib/contracts/breakpoints';
import type { Answer } from '@/lib/contracts/errors';
import type { Trigger } from '@/lib/contracts/runs';
import { useBreakpoints } from './use-breakpoints';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const first: Breakpoint = { id: 'b1', at: { step: 'fetch' }, when: 'before', enabled: true };
const always: Breakpoint = { ...first, id: 'b2', triggered: true };
const off: Breakpoint = { ...first, id: 'b3', enabled: false };
const elsewhere: Breakpoint = { ...first, id: 'b4', at: { step: 'later' } };

/** A run that has started, and has not ended. */
function lensOf(trigger: Trigger): RunLens {
  const store = createRunStore();
  store.receive(journal([0, created], [1, { type: 'run_started' }]));
  const detail = runDetail({ status: 'running', trigger });
  const definition = readDefinition(
    JSON.stringify({ steps: [{ id: 'fetch', action: 'log', params: { message: 'x' } }] }),
    catalogue.descriptors,
  );
  // The other fields are of components.
  return { runId: 'run_1', store, detail, definition } as RunLens;
}

/** A page with a server that has these breakpoints. */
function open(
  breakpoints: Breakpoint[],
  options: { refusal?: string; lens?: RunLens; reading?: () => Promise<void> } = {},
) {
  let kept: BreakpointList = { breakpoints, pause_on_failure: false, problems: [] };
  const requests: string[] = [];
  vi.stubGlobal('fetch', async () => {
    const read = Response.json(kept);
    await options.reading?.();
    return read;
  });
  const answer = (name: string, next: () => BreakpointList): Answer => {
    requests.push(name);
    if (options.refusal !== undefined)
      return { ok: false, error: { code: 'conflict', message: options.refusal } };
    kept = next();
    return { ok: true };
  };
  const actions: BreakpointActions = {
    set: async ({ id: _, breakpoint: id, ...rest }) =>
      answer(`set ${id}`, () => {
        const one: Breakpoint = { when: 'before', enabled: true, ...rest, id };
        return { ...kept, breakpoints: [...kept.breakpoints.filter((each) => each.id !== id), one] };
      }),
    remove: async ({ breakpoint: id }) =>
      answer(`remove ${id}`, () => ({
        ...kept,
        breakpoints: kept.breakpoints.filter((each) => each.id !== id),
      })),
    setPauseOnFailure: async ({ pause_on_failure }) =>
      answer(`pause on failure ${pause_on_failure}`, () => ({ ...kept, pause_on_failure })),
    setOfRun: vi.fn<BreakpointActions['setOfRun']>(async () => ({ ok: true })),
  };
  const desk = createDeskState();
  const flush = async () => void requests.push('save');
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(
    () => useBreakpoints({ pipelineId: 'p1', desk, actions, lens: options.lens, flush }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queries}>
          <ToastProvider>{children}</ToastProvider>
        </QueryClientProvider>
      ),
    },
  );
  const ids = () => desk.breakpoints.get().breakpoints.map(({ id }) => id);
  const services = () => {
    if (result.current === undefined) throw new Error('Breakpoints cannot be changed.');
    return result.current;
  };
  const isRead = () => waitFor(() => expect(ids()).toEqual(breakpoints.map(({ id }) => id)));
  return { desk, requests, ids, services, isRead, setOfRun: actions.setOfRun };
}

describe('the breakpoints of a page', () => {
  it('are those of the server', async () => {
    const { isRead, requests } = open([first]);
    await isRead();
    expect(requests).toEqual([]);
  });

  it('are added where something is selected, at once, after unsaved edits were saved', async () => {
    const { desk, ids, isRead, requests, services } = open([]);
    await isRead();
    act(() => services().toggle([{ step: 'fetch' }]));
    expect(ids()).toHaveLength(1);
    expect(desk.announcement.get()).toBe('Added breakpoint at fetch.');
    await waitFor(() => expect(requests).toEqual(['save', `set ${ids()[0]}`]));
    act(() => services().toggle([{ step: 'fetch' }]));
    expect(ids()).toEqual([]);
    expect(desk.announcement.get()).toBe('Removed breakpoint at fetch.');
  });

  it('are pending until the server has every change', async () => {
    const { desk, isRead, requests, services } = open([first]);
    await isRead();
    await act(async () => {
      void services().put({ ...first, enabled: false });
      void services().remove(first);
      expect(desk.pending.count()).toBe(2);
      await desk.pending.before(async () => void requests.push('start'))();
    });
    expect(requests.filter((request) => request !== 'save')).toEqual(['set b1', 'remove b1', 'start']);
  });

  it('keep a change that was made while they were being read', async () => {
    const waiting: (() => void)[] = [];
    let isSlow = false;
    const reading = () =>
      isSlow ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve();
    const { ids, isRead, services } = open([first], { reading });
    await isRead();
    isSlow = true;
    await act(async () => void (await services().put({ ...first, id: 'b8' })));
    await waitFor(() => expect(waiting).toHaveLength(1));
    isSlow = false;
    await act(async () => void (await services().put({ ...first, id: 'b9' })));
    await act(async () => waiting[0]?.());
    await waitFor(() => expect(ids()).toEqual(['b1', 'b8', 'b9']));
  });

  it('are those of the server again when a change is refused, with the reason', async () => {
    const { ids, isRead, services } = open([first], { refusal: 'The pipeline has 200 breakpoints.' });
    await isRead();
    await act(async () => void (await services().put({ ...first, id: 'b9' })));
    await waitFor(() => expect(ids()).toEqual(['b1']));
    expect((await screen.findAllByText('The pipeline has 200 breakpoints.')).length).toBeGreaterThan(0);
  });

  it('leave the reason to the form that sent the change', async () => {
    const { isRead, services } = open([first], { refusal: 'The pipeline has 200 breakpoints.' });
    await isRead();
    const answer = await act(() => services().put({ ...first, id: 'b9' }, true));
    expect(answer).toMatchObject({ ok: false });
    expect(screen.queryByText('The pipeline has 200 breakpoints.')).toBeNull();
  });
});

describe('an active run that is shown', () => {
  it('gets the enabled breakpoints of its pipeline whose place it has, with every change', async () => {
    const { isRead, services, setOfRun } = open([first, off, elsewhere], {
      lens: lensOf('manual'),
    });
    await isRead();
    await act(async () => void (await services().setPauseOnFailure(true)));
    await waitFor(() =>
      expect(setOfRun).toHaveBeenCalledWith({ id: 'run_1', breakpoints: [first], pause_on_failure: true }),
    );
  });

  it('keeps to those for triggered runs when a trigger started it', async () => {
    const { isRead, services, setOfRun } = open([first, always], { lens: lensOf('schedule') });
    await isRead();
    await act(async () => void (await services().setPauseOnFailure(true)));
    await waitFor(() =>
      expect(setOfRun).toHaveBeenCalledWith({ id: 'run_1', breakpoints: [always], pause_on_failure: false }),
    );
  });
});
