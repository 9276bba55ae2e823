// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSession, type EditorSession } from '@/components/editor/session';
import { EditorProvider } from '@/components/editor/use-editor';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { indexDescriptors } from '@/engine';
import { useSamples } from '../use-samples';
import { ValuesSwitcher } from './values-switcher';

const runs = [runDetail({ id: 'run_9', number: 9 }), runDetail({ id: 'run_8', number: 8 })];

/** Outputs of the step `a`: 9 in the newest run, 8 in the one before it. */
function answer(address: string): unknown {
  const { pathname, searchParams } = new URL(address, 'http://page');
  if (pathname === '/api/v1/runs') return { runs, next: null };
  if (pathname === '/api/v1/runs/run_8') return { ...runs[1], params: { n: 8 } };
  if (pathname.endsWith('/params')) return { declared: {}, last: { n: 9 }, lastNumber: 9 };
  const run = searchParams.get('run') === 'run_8' ? 8 : 9;
  return { a: { run, value: run, shortened: false } };
}

beforeEach(() => {
  window.sessionStorage.clear();
  vi.stubGlobal('fetch', async (address: string) => Response.json(answer(address)));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Samples({ session }: { session: EditorSession }) {
  useSamples(session);
  return <ValuesSwitcher />;
}

function show(): EditorSession {
  const session = createSession({
    document: { steps: [] },
    descriptors: indexDescriptors([]),
    pipelineId: 'pipe_1',
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EditorProvider value={session}>
        <Samples session={session} />
      </EditorProvider>
    </QueryClientProvider>,
  );
  return session;
}

const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Values from' });

it('feeds chips and previews with the values of the chosen run, or with none', async () => {
  const { samples } = show();
  await screen.findByRole('option', { name: /^run #8/ });
  await waitFor(() => expect(samples.get()).toMatchObject({ steps: { a: { value: 9 } }, params: { n: 9 } }));
  fireEvent.change(select(), { target: { value: 'run_8' } });
  await waitFor(() => expect(samples.get()).toMatchObject({ steps: { a: { value: 8 } }, params: { n: 8 } }));
  fireEvent.change(select(), { target: { value: 'none' } });
  await waitFor(() => expect(samples.get()).toMatchObject({ steps: {}, params: {} }));
});

it('remembers the choice in the tab, also of a run that is not listed any more', async () => {
  show();
  await screen.findByRole('option', { name: /^run #8/ });
  fireEvent.change(select(), { target: { value: 'run_8' } });
  cleanup();
  const { valuesFrom } = show();
  await waitFor(() => expect(valuesFrom.get()).toEqual({ kind: 'run', id: 'run_8' }));
  expect(select().value).toBe('run_8');
  cleanup();
  window.sessionStorage.setItem('pipewright.values-from.pipe_1', 'run_1');
  show();
  expect(await screen.findByRole('option', { name: 'an earlier run' })).toBeDefined();
});
