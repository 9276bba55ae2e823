// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import type { Breakpoint } from '@/engine/run/debug/breakpoint';
import { selectSteps } from '../model/selection';
import { createSession } from '../session';
import { EditorProvider } from '../use-editor';
import { BreakpointDialog } from './breakpoint-dialog';
import { BreakpointMark } from './breakpoint-mark';
import { type BreakpointServices, BreakpointServicesContext } from './breakpoint-services';
import { BreakpointsSection } from './breakpoints-section';

beforeAll(() => {
  // Functions of browsers that jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(cleanup);

const document: PipelineDocument = {
  params: { stage: { type: 'string' } },
  steps: [
    { id: 'fetch', action: 'log', params: { message: 'a' } },
    { id: 'announce', action: 'log', params: { message: 'b' }, depends_on: ['fetch'] },
  ],
};
const before: Breakpoint = { id: 'b1', at: { step: 'announce' }, when: 'before', enabled: true };
const gone: Breakpoint = { id: 'b2', at: { from: 'fetch', to: 'cleanup' }, when: 'before', enabled: false };

const ok = async () => ({ ok: true }) as const;

function show(breakpoints: readonly Breakpoint[], put: BreakpointServices['put'] = ok) {
  const session = createSession({ document, descriptors: catalogue.descriptors, pipelineId: 'p' });
  session.breakpoints.set({ breakpoints: [...breakpoints], pause_on_failure: false, problems: [] });
  const services = {
    put: vi.fn<BreakpointServices['put']>(put),
    remove: vi.fn<BreakpointServices['remove']>(ok),
    setPauseOnFailure: vi.fn<BreakpointServices['setPauseOnFailure']>(ok),
    toggle: vi.fn(),
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ToastProvider>
          <EditorProvider value={session}>
            <BreakpointServicesContext value={services}>
              <BreakpointMark step="announce" of="both" />
              <BreakpointsSection />
              <BreakpointDialog />
            </BreakpointServicesContext>
          </EditorProvider>
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { session, services };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const condition = () => screen.getByRole('textbox', { name: 'Condition' });

describe('the list of breakpoints', () => {
  it('says how to add the first one', () => {
    show([]);
    expect(screen.getByText(/press B/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Breakpoint commands' })).toBeNull();
  });

  it('disables, removes and shows one', () => {
    const { session, services } = show([before]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Breakpoint before announce' }));
    expect(services.put).toHaveBeenCalledWith({ ...before, enabled: false });
    press('announce');
    expect(session.store.getState().selection.steps).toEqual(['announce']);
    press('Remove breakpoint at announce');
    expect(services.remove).toHaveBeenCalledWith(before);
  });

  it('lists one whose edge was deleted with a reason, to be removed', () => {
    const { services } = show([gone]);
    expect(screen.getByText('The edge was deleted.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    press('Remove breakpoint at fetch → cleanup');
    expect(services.remove).toHaveBeenCalledWith(gone);
  });

  it('shows why the server cannot use one', () => {
    const { session } = show([before]);
    const problem = { breakpoint: 'b1', message: 'The condition reads stage, which is unknown.', hint: null };
    act(() => session.breakpoints.set({ ...session.breakpoints.get(), problems: [problem] }));
    expect(screen.getByText(problem.message)).toBeDefined();
  });

  it('sets whether every failure pauses', () => {
    const { services } = show([]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Pause on any failure' }));
    expect(services.setPauseOnFailure).toHaveBeenCalledWith(true);
  });
});

describe('the mark of a card', () => {
  it('has the name of its breakpoint, and opens it', () => {
    const { session } = show([before]);
    const mark = screen.getByRole('button', { name: 'Breakpoint before announce' });
    expect(mark.querySelector('[data-kind="before"][data-enabled="true"]')).not.toBeNull();
    fireEvent.click(mark);
    expect(session.interaction.get().breakpoint).toEqual({ id: 'b1' });
    expect(screen.getByRole('dialog', { name: 'Edit breakpoint' })).toBeDefined();
  });

  it('has another glyph for each kind, and a ring while it is off', () => {
    show([{ ...before, condition: 'params.stage == "live"', enabled: false }]);
    const mark = screen.getByRole('button', { name: /Breakpoint before announce, if params.stage/ });
    expect(mark.querySelector('[data-kind="conditional"][data-enabled="false"] path')).not.toBeNull();
  });
});

describe('the form of a breakpoint', () => {
  it('begins at the selected step, and adds what was entered', async () => {
    const { session, services } = show([]);
    session.store.select(selectSteps('announce'));
    press('Add breakpoint');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Step or edge' }).value).toBe(
      'step announce',
    );
    fireEvent.click(dialog.getByRole('radio', { name: 'On failure' }));
    fireEvent.change(condition(), { target: { value: 'params.stage == "live"' } });
    fireEvent.change(dialog.getByRole('textbox', { name: 'Time limit' }), { target: { value: '2 h' } });
    fireEvent.click(dialog.getByRole('checkbox', { name: /runs that a trigger starts/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Add breakpoint' }));
    await waitFor(() => expect(services.put).toHaveBeenCalledTimes(1));
    expect(services.put.mock.lastCall?.[0]).toMatchObject({
      at: { step: 'announce' },
      when: 'failure',
      condition: 'params.stage == "live"',
      timeout_seconds: 7200,
      triggered: true,
      enabled: true,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps what was typed when the condition does not parse', async () => {
    const { services } = show([before]);
    press('Edit breakpoint at announce');
    fireEvent.change(condition(), { target: { value: 'params.stage ==' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/./));
    expect(services.put).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('shows the sentence of a server that refuses it', async () => {
    show([before], async () => ({
      ok: false,
      error: { code: 'conflict', message: 'The pipeline has 200 breakpoints.' },
    }));
    press('Edit breakpoint at announce');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The pipeline has 200 breakpoints.');
  });
});
