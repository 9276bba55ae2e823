// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { formatPipeline, indexDescriptors, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { Inspector } from '../inspector/inspector';
import { createDraftStore } from '../model/drafts';
import { setParam, setPipelineField } from '../model/edits';
import { createSaveController } from '../model/save';
import type { SaveInput } from '../model/save-state';
import { selectSteps } from '../model/selection';
import { createSession, pageTimers } from '../session';
import { CommandsProvider } from '../use-commands';
import { EditorProvider } from '../use-editor';
import { ConflictMark } from './conflict-mark';
import { SaveBanner } from './save-banner';
import { SavePill } from './save-pill';
import { SavingContext } from './saving-context';

beforeEach(() => {
  // jsdom lacks this; text editors need it to measure.
  Range.prototype.getClientRects ??= () => document.createElement('i').getClientRects();
});
afterEach(cleanup);

const start: PipelineDocument = {
  name: 'Orders',
  steps: [
    { id: 'call', name: 'Call', action: 'http_request', params: { url: 'https://a.test' } },
    { id: 'note', name: 'Note', action: 'log', params: { message: 'Done' } },
  ],
};

/** The editor of a pipeline whose draft another tab has changed to `theirs`. */
async function openBeside(theirs: PipelineDocument, edit: (document: PipelineDocument) => PipelineDocument) {
  const session = createSession({
    document: start,
    descriptors: indexDescriptors(catalogue.descriptors.all),
    pipelineId: 'p1',
    draft: { revision: 1, version: 1, edited: false },
  });
  const sent: SaveInput[] = [];
  const controller = createSaveController({
    store: session.store,
    pipelineId: 'p1',
    opened: { revision: 1, version: 1, edited: false },
    descriptors: session.descriptors,
    async send(input) {
      sent.push(input);
      if (input.baseRevision === 2) return { outcome: 'saved', revision: 3, version: 2, edited: true };
      return { outcome: 'conflict', theirs: { revision: 2, version: 1, text: formatPipeline(theirs) } };
    },
    read: async () => ({ revision: 2, version: 1, text: formatPipeline(theirs) }),
    drafts: createDraftStore('p1', undefined, undefined),
    timers: pageTimers,
    now: () => new Date(0),
  });
  controller.start();
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const commands = { session, lens: false, notify: vi.fn(), startRun: vi.fn(), exitLens: vi.fn() };
  render(
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <ToastProvider>
          <EditorProvider value={session}>
            <SavingContext value={{ controller, restored: undefined, dismissRestored: () => {} }}>
              <SavePill />
              <SaveBanner />
              <ConflictMark stepId="call" />
              <ConflictMark stepId="note" />
              <CommandsProvider value={commands}>
                <Inspector />
              </CommandsProvider>
            </SavingContext>
          </EditorProvider>
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await act(async () => {
    session.store.edit('Edit', edit);
    await controller.flush();
  });
  return { session, sent };
}

const urlOf = (document: PipelineDocument) => document.steps[0]?.params?.url;

describe('edits of two tabs', () => {
  it('of different steps are both saved, without a question', async () => {
    const { session, sent } = await openBeside(setParam(start, 'note', 'message', 'Theirs'), (document) =>
      setParam(document, 'call', 'url', 'https://mine.test'),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Draft saved')).toBeTruthy();
    expect(session.store.getState().document.steps.map(({ params }) => params)).toEqual([
      { url: 'https://mine.test' },
      { message: 'Theirs' },
    ]);
    expect(sent.at(-1)?.text).toContain('https://mine.test');
  });

  it('of one parameter are shown on the step, with both values and the one before', async () => {
    const { session } = await openBeside(setParam(start, 'call', 'url', 'https://theirs.test'), (document) =>
      setParam(document, 'call', 'url', 'https://mine.test'),
    );
    expect(screen.getByText('Conflict')).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'Changed here and elsewhere' })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Show and choose' }));
    expect(session.store.getState().selection.steps).toEqual(['call']);
    const region = screen.getByRole('region', { name: 'Values changed here and elsewhere' });
    expect(region.textContent).toMatch(
      /URL was changed here and elsewhere.*https:\/\/theirs\.test.*https:\/\/mine\.test.*https:\/\/a\.test/,
    );
  });

  it('end with their value, the primary choice, and undo restores the own one', async () => {
    const { session, sent } = await openBeside(
      setParam(start, 'call', 'url', 'https://theirs.test'),
      (document) => setParam(document, 'call', 'url', 'https://mine.test'),
    );
    act(() => session.store.select(selectSteps('call')));
    const region = screen.getByRole('region', { name: 'Values changed here and elsewhere' });
    const [primary, other] = region.querySelectorAll('button');
    expect([primary?.textContent, other?.textContent]).toEqual(['Use theirs', 'Keep mine']);
    await act(async () => primary?.click());
    expect(urlOf(session.store.getState().document)).toBe('https://theirs.test');
    expect(sent).toHaveLength(1);
    await waitFor(() => expect(screen.getByText('Draft saved')).toBeTruthy());
    act(() => session.store.undo());
    expect(urlOf(session.store.getState().document)).toBe('https://mine.test');
  });

  it('end with the own value on request; the other draft becomes a version', async () => {
    const { session, sent } = await openBeside(
      setParam(start, 'call', 'url', 'https://theirs.test'),
      (document) => setParam(document, 'call', 'url', 'https://mine.test'),
    );
    act(() => session.store.select(selectSteps('call')));
    const region = screen.getByRole('region', { name: 'Values changed here and elsewhere' });
    await act(async () => region.querySelectorAll('button')[1]?.click());
    await waitFor(() => expect(screen.getByText('Draft saved')).toBeTruthy());
    expect(sent.at(-1)).toMatchObject({ baseRevision: 2, keepReplaced: true });
    expect(sent.at(-1)?.text).toContain('https://mine.test');
  });

  it('of the pipeline itself are shown where it is edited', async () => {
    await openBeside(setPipelineField(start, 'name', 'Theirs'), (document) =>
      setPipelineField(document, 'name', 'Mine'),
    );
    const region = screen.getByRole('region', { name: 'Values changed here and elsewhere' });
    expect(region.textContent).toContain('Pipeline name was changed here and elsewhere.');
  });
});
