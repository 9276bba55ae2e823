// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { selectSteps } from '@/components/editor/model/selection';
import { createSession, type EditorSession } from '@/components/editor/session';
import { EditorProvider, useEditor } from '@/components/editor/use-editor';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { indexDescriptors } from '@/engine';
import type { lastInputsSchema } from '@/lib/contracts/last-inputs';
import { useSamples } from '../use-samples';
import { StepPlace } from './step-place';
import { ValuesSwitcher } from './values-switcher';

const runs = [runDetail({ id: 'run_9', number: 9 }), runDetail({ id: 'run_8', number: 8 })];

/** Outputs of the step `a`: 9 in the newest run, 8 in the one before it. */
function answer(address: string): unknown {
  const { pathname, searchParams } = new URL(address, 'http://page');
  if (pathname === '/api/v1/runs') return { runs, next: null };
  if (pathname === '/api/v1/runs/run_8') return { ...runs[1], params: { n: 8 } };
  if (pathname.endsWith('/steps/each/inputs')) return inputsOfEach(searchParams);
  if (pathname.endsWith('/inputs')) return { run: null, inputs: null, attempts: 0, loop: null };
  if (searchParams.get('source') === 'pins') return { a: { run: null, value: 'pin', shortened: false } };
  if (pathname.endsWith('/params')) return { declared: {}, last: { n: 9 }, lastNumber: 9 };
  const run = searchParams.get('run') === 'run_8' ? 8 : 9;
  return { a: { run, value: run, shortened: false } };
}

/** The loop `each` has three iterations; the last one needed two attempts. */
function inputsOfEach(asked: URLSearchParams): z.output<typeof lastInputsSchema> {
  const index = Number(asked.get('iteration') ?? 0);
  return {
    run: { id: 'run_9', number: 9 },
    inputs: {},
    attempts: asked.has('iteration') && index === 2 ? 2 : 1,
    loop: { total: 3, index, item: { value: `item ${index}`, shortened: false } },
  };
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
  const step = useEditor(({ selection }) => selection.steps[0]);
  return (
    <>
      <ValuesSwitcher />
      {step !== undefined && <StepPlace step={step} />}
    </>
  );
}

function show(): EditorSession {
  const session = createSession({
    document: { steps: [{ id: 'each', action: 'loop' }] },
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

it('steps through the iterations of the selected loop and their attempts', async () => {
  const session = show();
  expect(screen.queryByRole('spinbutton')).toBeNull();
  act(() => session.store.select(selectSteps('each')));
  const iteration = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'iteration' });
  expect(iteration.value).toBe('1');
  expect(screen.queryByRole('spinbutton', { name: 'attempt' })).toBeNull();
  await waitFor(() => expect(session.samples.get().loop).toMatchObject({ index: 0, item: 'item 0' }));
  fireEvent.change(iteration, { target: { value: '3' } });
  await waitFor(() => expect(session.samples.get().loop).toMatchObject({ index: 2, item: 'item 2' }));
  const attempt = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'attempt' });
  expect(attempt.value).toBe('2');
  fireEvent.change(attempt, { target: { value: '1' } });
  expect(session.valuesAt.get()).toEqual({ step: 'each', iteration: 2, attempt: 1 });
  fireEvent.change(screen.getByRole('spinbutton', { name: 'iteration' }), { target: { value: '4' } });
  expect(session.valuesAt.get()?.iteration).toBe(2);
  fireEvent.blur(screen.getByRole('spinbutton', { name: 'iteration' }));
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'iteration' }).value).toBe('3');
});

it('offers pinned outputs where there are some', async () => {
  const session = show();
  expect(screen.queryByRole('option', { name: 'pinned outputs' })).toBeNull();
  act(() => session.pins.set(new Map([['a', { step: 'a', run: null, pinnedAt: '2026-01-01T00:00:00Z' }]])));
  fireEvent.change(select(), { target: { value: 'pinned' } });
  await waitFor(() =>
    expect(session.samples.get()).toMatchObject({ steps: { a: { value: 'pin' } }, params: {} }),
  );
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

it('is absent until the pipeline has run', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', async (address: string) => {
    asked(new URL(address, 'http://localhost').pathname);
    return Response.json({ runs: [] });
  });
  show();
  await waitFor(() => expect(asked).toHaveBeenCalledWith('/api/v1/runs'));
  expect(screen.queryByRole('combobox', { name: 'Values from' })).toBeNull();
});
