// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createSession } from '@/components/editor/session';
import { EditorProvider } from '@/components/editor/use-editor';
import { RerunProvider } from '@/components/run/rerun/rerun-provider';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { created, failed, journal, started } from '@/components/run-state/testing/run-events';
import { indexDescriptors, type PipelineDocument } from '@/engine';
import { DeskContext } from './desk-context';
import { InspectorFrame } from './inspector-frame';

beforeAll(() => {
  // Browser functions that jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const definition: PipelineDocument = { steps: [{ id: 'fetch', action: 'log', params: { message: 'x' } }] };
const never = vi.fn(async () => ({ ok: true as const }));
const rerun: RunActions['rerun'] = async () => ({ ok: false, error: { code: 'internal', message: '' } });
const actions: RunActions = {
  ...{ cancel: never, pause: never, resume: never, signal: never, pin: never, resolve: never },
  rerun,
};

it('returns the focus from a closed re-run to the button of the failure', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', message: 'Gone.' }, { status: 404 }));
  const session = createSession({
    document: definition,
    descriptors: indexDescriptors([]),
    pipelineId: 'p1',
    readOnly: true,
  });
  render(
    <TestLens
      events={journal(
        [0, created],
        [1, { type: 'run_started' }],
        [2, started('fetch')],
        [3, failed('fetch')],
      )}
      document={definition}
      focus={{ step: 'fetch', iteration: [], attempt: undefined }}
      detail={runDetail({ status: 'failed', failedStep: 'fetch' })}
      actions={actions}
    >
      <RerunProvider>
        <EditorProvider value={session}>
          <DeskContext value={{ mode: 'run', session, openRun: () => {} }}>
            <InspectorFrame />
          </DeskContext>
        </EditorProvider>
      </RerunProvider>
    </TestLens>,
  );
  const opener = screen.getByRole('button', { name: 'Edit and re-run…' });
  opener.focus();
  await act(async () => fireEvent.click(opener));
  expect(screen.queryByRole('button', { name: 'Edit and re-run…' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Re-run #7' })).toBe(document.activeElement);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close re-run' })));
  expect(screen.getByRole('button', { name: 'Edit and re-run…' })).toBe(document.activeElement);
});
