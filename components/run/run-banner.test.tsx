// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import {
  completed,
  created,
  failed,
  type JournalLine,
  journal,
  started,
} from '@/components/run-state/testing/run-events';
import type { PipelineDocument, RunEventBody } from '@/engine';
import { catalogue } from '@/engine/actions';
import { RunBanner } from './run-banner';

afterEach(cleanup);

const document: PipelineDocument = {
  steps: [
    { id: 'approval', name: 'Approval', action: 'wait_until', params: { condition: 'signals.go' } },
    { id: 'deploy', name: 'Deploy', action: 'log', params: { message: 'x' } },
  ],
};

const waiting = (condition: string): JournalLine[] => [
  [0, created],
  [1, { type: 'run_started' }],
  [
    2,
    {
      type: 'step_started',
      step: 'approval',
      attempt: 1,
      action: 'wait_until',
      inputs: { value: { condition } },
    },
  ],
  [
    3,
    {
      type: 'step_waiting',
      step: 'approval',
      attempt: 1,
      reason: 'timer',
      until: '2026-11-20T15:00:00.000Z',
    },
  ],
];
const paused = (reason: 'requested' | 'crashes', detail?: string): JournalLine => [
  4,
  { type: 'run_paused', reason, ...(detail === undefined ? {} : { detail }) } satisfies RunEventBody,
];

function show(events: readonly JournalLine[]) {
  const ok = () => vi.fn(async () => ({ ok: true as const }));
  const actions = {
    cancel: ok(),
    pause: ok(),
    resume: ok(),
    signal: ok(),
    resolve: ok(),
    pin: ok(),
    rerun: vi.fn<RunActions['rerun']>(async () => ({
      ok: true,
      id: 'run_2',
      number: 2,
      version: 1,
      detail: runDetail(),
    })),
  };
  render(
    <TestLens
      events={journal(...events)}
      document={document}
      actions={actions}
      descriptors={catalogue.descriptors.all}
    >
      <RunBanner />
    </TestLens>,
  );
  return actions;
}

async function press(name: string): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
}

describe('the banner of a run', () => {
  it('has a button to pause an active run, and to resume a paused one, with its status as text', async () => {
    const running = show(waiting('polls > 3'));
    await press('Pause');
    expect(running.pause).toHaveBeenCalledWith('run_1');
    cleanup();

    const held = show([...waiting('polls > 3'), paused('requested')]);
    const banner = screen.getByRole('region', { name: 'Run' });
    expect(within(banner).getByText('Paused')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    await press('Resume');
    expect(held.resume).toHaveBeenCalledWith('run_1');
  });

  it('explains a quarantine and asks what to do', async () => {
    const detail = 'Three times in a row its worker died.';
    const actions = show([...waiting('polls > 3'), paused('crashes', detail)]);
    expect(screen.getByText('Quarantined')).toBeTruthy();
    const note = screen.getByRole('region', { name: 'Quarantined' });
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    expect(note.textContent).toContain(detail);
    await act(async () => {
      fireEvent.click(within(note).getByRole('button', { name: 'Try again' }));
    });
    expect(actions.resume).toHaveBeenCalledWith('run_1');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel run' }));
    });
    expect(actions.cancel).toHaveBeenCalledWith('run_1');
  });

  it('lets a person approve, or choose among what the condition compares with', async () => {
    const approving = show(waiting('signals.go == true'));
    await press('Approve');
    expect(approving.signal).toHaveBeenCalledWith({ id: 'run_1', name: 'go', value: true });
    cleanup();

    const rejecting = show(waiting('signals.go == true || signals.go == false'));
    await press('Reject');
    expect(rejecting.signal).toHaveBeenCalledWith({ id: 'run_1', name: 'go', value: false });
    cleanup();

    const choosing = show(waiting("signals.what in ['ship', 'stop']"));
    await press('Send "stop"');
    expect(choosing.signal).toHaveBeenCalledWith({ id: 'run_1', name: 'what', value: 'stop' });
  });

  it('accepts any JSON value when the condition compares with none', async () => {
    const actions = show(waiting('signals.order.total > 5'));
    const line = screen.getByRole('textbox', { name: 'Value of signals.order, as JSON' });
    fireEvent.change(line, { target: { value: 'six' } });
    await press('Send order');
    expect(screen.getByRole('alert').textContent).toContain('Enter JSON');
    expect(actions.signal).not.toHaveBeenCalled();
    fireEvent.change(line, { target: { value: '{"total": 6}' } });
    await press('Send order');
    expect(actions.signal).toHaveBeenCalledWith({ id: 'run_1', name: 'order', value: { total: 6 } });
  });

  it('says in a completed run how many iterations failed, and which steps were skipped', () => {
    show([
      [0, created],
      [1, { type: 'run_started' }],
      [2, started('deploy')],
      [
        3,
        {
          type: 'iterations_planned',
          step: 'deploy',
          attempt: 1,
          items: [{ value: 1 }, { value: 2 }],
          action: 'log',
          params: {},
          parallel: 1,
          stop_on_failure: false,
        },
      ],
      [4, started('deploy', 1, [0])],
      [5, failed('deploy', 1, [0])],
      [6, started('deploy', 1, [1])],
      [7, completed('deploy', 1, [1])],
      [8, completed('deploy')],
      [9, { type: 'step_skipped', step: 'approval', reason: 'condition_false' }],
      [10, { type: 'run_completed', outputs: {} }],
    ]);
    const badge = screen.getByText('Completed, 1 of 2 iterations failed');
    expect(badge.closest('[data-status]')?.getAttribute('data-status')).toBe('warning');
    const counts = screen.getByText('1 done, 1 skipped');
    expect(counts.closest('[data-status]')?.getAttribute('data-status')).toBe('warning');
  });

  it('does not mark a run whose steps all completed', () => {
    show([
      [0, created],
      [1, { type: 'run_started' }],
      [2, started('deploy')],
      [3, completed('deploy')],
      [4, { type: 'run_completed', outputs: {} }],
    ]);
    expect(screen.getByText('Completed').closest('[data-status="warning"]')).toBeNull();
  });
});
