// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunActions } from '@/components/run-state/run-context';
import type { StepFix } from '@/components/run-state/step-fix';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import type { Failure } from '@/engine';
import { RerunPanel } from '../rerun/rerun-panel';
import { RerunProvider } from '../rerun/rerun-provider';
import { FailureActions, type FailureActionsProps } from './failure-actions';

afterEach(cleanup);

const never = vi.fn(async () => ({ ok: false as const, error: { code: 'internal' as const, message: '' } }));
const actions: RunActions = {
  cancel: never,
  pause: never,
  resume: never,
  signal: never,
  pin: never,
  rerun: never,
  resolve: never,
};

function show(failure: Failure, props: Partial<FailureActionsProps> = {}) {
  const edit = vi.fn<(fix: StepFix) => void>();
  render(
    <TestLens events={[]} document={{ steps: [] }} actions={actions} detail={runDetail()} edit={edit}>
      <RerunProvider>
        <FailureActions step="call" failure={failure} hasRetry={false} {...props} />
        <RerunPanel />
      </RerunProvider>
    </TestLens>,
  );
  return edit;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const names = () => screen.getAllByRole('button').map((button) => button.textContent);

describe('the buttons of a failure', () => {
  it('open the step that failed at the field that caused it', () => {
    const edit = show({ kind: 'expression_error', message: 'x is missing.', path: 'params.input' });
    expect(names()).toEqual(['Open in editor', 'Edit and re-run…']);
    press('Open in editor');
    expect(edit).toHaveBeenCalledWith({ kind: 'open', step: 'call', isInner: false, path: 'params.input' });
  });

  it('offer a longer timeout and a retry after a timeout', () => {
    const edit = show({ kind: 'timeout', message: 'No response within 2 s.' });
    press('Raise timeout');
    press('Add retry');
    expect(edit.mock.calls.map(([{ kind }]) => kind)).toEqual(['timeout', 'retry']);
  });

  it('offer no retry for a step that has one', () => {
    show({ kind: 'connection_error', message: 'Refused.' }, { hasRetry: true });
    expect(names()).toEqual(['Open in editor', 'Edit and re-run…']);
  });

  it('offer expect_status for a response with an error status, in a loop for its action', () => {
    const warning: Failure = { kind: 'http_status', code: '503', message: 'Status 503.' };
    const edit = show(warning, { isWarning: true, iteration: [137] });
    expect(names()).toEqual(['Open in editor', 'Set expect_status']);
    press('Set expect_status');
    expect(edit.mock.calls[0]?.[0]).toMatchObject({ kind: 'expect_status', isInner: true });
  });

  it('open the re-run panel with what failed', () => {
    show({ kind: 'rejected', message: 'No.' });
    press('Edit and re-run…');
    expect(screen.getByRole('region', { name: 'Re-run #7' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'From the first failure' }).checked).toBe(
      true,
    );
  });
});
