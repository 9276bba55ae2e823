// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { RunDetail } from '@/lib/contracts/runs';
import { KeepButton } from './keep-button';

afterEach(cleanup);

function show(pinned: boolean, keep: RunActions['keep'] | undefined) {
  // What the button reads of the record, and of the actions.
  const detail = { id: 'run_1', pinned } as RunDetail;
  const actions = keep && ({ keep } as RunActions);
  render(
    <TestLens
      events={journal([0, created])}
      document={{ steps: [] }}
      detail={detail}
      {...(actions ? { actions } : {})}
    >
      <KeepButton />
    </TestLens>,
  );
}

it('keeps a run', async () => {
  const keep = vi.fn<RunActions['keep']>().mockResolvedValue({ ok: true });
  show(false, keep);
  const button = screen.getByRole('button', { name: 'Pin', pressed: false });
  fireEvent.click(button);
  expect(keep).toHaveBeenCalledWith({ id: 'run_1', kept: true });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that it is kept, and leaves it to the rules again', () => {
  const keep = vi.fn<RunActions['keep']>().mockResolvedValue({ ok: true });
  show(true, keep);
  fireEvent.click(screen.getByRole('button', { name: 'Pinned', pressed: true }));
  expect(keep).toHaveBeenCalledWith({ id: 'run_1', kept: false });
});

it('tells what went wrong', async () => {
  const keep = vi.fn<RunActions['keep']>().mockResolvedValue({
    ok: false,
    error: { code: 'not_found', message: 'The run was deleted.' },
  });
  show(false, keep);
  fireEvent.click(screen.getByRole('button', { name: 'Pin' }));
  expect(await screen.findByText('The run was deleted.')).toBeTruthy();
});

it('is not there for those who only read', () => {
  show(false, undefined);
  expect(screen.queryByRole('button')).toBeNull();
});
