// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { RunDetail } from '@/lib/contracts/runs';
import { PinButton } from './pin-button';

afterEach(cleanup);

function show(pinned: boolean, pin: RunActions['pin'] | undefined) {
  // The fields that the button reads.
  const detail = { id: 'run_1', pinned } as RunDetail;
  const actions = pin && ({ pin } as RunActions);
  render(
    <TestLens
      events={journal([0, created])}
      document={{ steps: [] }}
      detail={detail}
      {...(actions ? { actions } : {})}
    >
      <PinButton />
    </TestLens>,
  );
}

it('pins a run', async () => {
  const pin = vi.fn<RunActions['pin']>().mockResolvedValue({ ok: true });
  show(false, pin);
  const button = screen.getByRole('button', { name: 'Pin', pressed: false });
  fireEvent.click(button);
  expect(pin).toHaveBeenCalledWith({ id: 'run_1', pinned: true });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows that the run is pinned, and unpins it', () => {
  const pin = vi.fn<RunActions['pin']>().mockResolvedValue({ ok: true });
  show(true, pin);
  fireEvent.click(screen.getByRole('button', { name: 'Pinned', pressed: true }));
  expect(pin).toHaveBeenCalledWith({ id: 'run_1', pinned: false });
});

it('shows the error', async () => {
  const pin = vi.fn<RunActions['pin']>().mockResolvedValue({
    ok: false,
    error: { code: 'not_found', message: 'The run was deleted.' },
  });
  show(false, pin);
  fireEvent.click(screen.getByRole('button', { name: 'Pin' }));
  expect(await screen.findByText('The run was deleted.')).toBeTruthy();
});

it('is hidden without the right to pin', () => {
  show(false, undefined);
  expect(screen.queryByRole('button')).toBeNull();
});
