// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { indexDescriptors } from '@/engine';
import { createSession } from '../session';
import { EditorProvider } from '../use-editor';
import { PinMark } from './pin-mark';
import { PinSection } from './pin-section';
import { type PinServices, PinServicesContext } from './pin-services';

const PIN = { step: 'fetch', run: 7, pinnedAt: '2026-11-20T14:00:00.000Z' };

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ ...PIN, value: { count: 3 } }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(isPinned: boolean) {
  const session = createSession({
    document: { steps: [{ id: 'fetch', action: 'log', params: { message: 'a' } }] },
    descriptors: indexDescriptors([]),
    pipelineId: 'pipe_1',
  });
  if (isPinned) session.pins.set(new Map([['fetch', PIN]]));
  const services = {
    pin: vi.fn<PinServices['pin']>(async () => ({ ok: true })),
    remove: vi.fn<PinServices['remove']>(async () => ({ ok: true })),
    changed: vi.fn(),
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ToastProvider>
          <EditorProvider value={session}>
            <PinServicesContext value={services}>
              <PinMark stepId="fetch" />
              <PinSection stepId="fetch" />
            </PinServicesContext>
          </EditorProvider>
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return services;
}

it('marks a pinned step in words, edits the pin as JSON and removes it', async () => {
  const { pin, remove, changed } = show(true);
  expect(screen.getByText('Pinned')).toBeDefined();
  expect(screen.getByText('From run #7. Tries use it; runs execute the step.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Output of fetch as JSON' });
  expect(JSON.parse(field.value)).toEqual({ count: 3 });
  fireEvent.change(field, { target: { value: '{' } });
  expect(screen.getByText('This is not JSON. Put text in double quotes.')).toBeDefined();
  fireEvent.change(field, { target: { value: '{"count": 4}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pin' }));
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect(pin.mock.calls).toEqual([[{ id: 'pipe_1', step: 'fetch', value: { count: 4 } }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Remove pin' }));
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  expect(remove.mock.calls).toEqual([[{ id: 'pipe_1', step: 'fetch' }]]);
});

it('has no mark without a pin, and says why a value cannot be pinned', async () => {
  const { pin } = show(false);
  expect(screen.queryByText('Pinned')).toBeNull();
  pin.mockResolvedValue({
    ok: false,
    error: { code: 'invalid', message: 'output of fetch needs a number.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Pin a value' }));
  const field = await screen.findByRole('textbox', { name: 'Output of fetch as JSON' });
  fireEvent.change(field, { target: { value: '"x"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pin' }));
  expect((await screen.findByRole('alert')).textContent).toContain('output of fetch needs a number.');
});
