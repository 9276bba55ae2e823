// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { SavedTestResult } from '@/lib/contracts/pipeline-tests';
import type { RunDetail } from '@/lib/contracts/runs';
import { KeepTestButton } from './keep-test-button';

const saved: SavedTestResult = {
  ok: true,
  saved: {
    ...{ id: 't1', name: 'Orders', run: 7, updatedAt: '2026-03-01T10:00:00.000Z' },
    notes: ['outputs.at differs from run to run, so the test only checks that it has a value.'],
    test: {
      ...{ name: 'Orders', params: { city: 'Oslo' } },
      fixtures: [{ step: 'fetch', output: 1 }],
      expect: { status: 'completed', steps: { fetch: 'completed' }, outputs: [] },
    },
  },
};

const add = vi.fn<NonNullable<RunActions['tests']>['add']>();
const change = vi.fn<NonNullable<RunActions['tests']>['change']>();
let tests: { id: string; name: string }[] = [];

beforeEach(() => {
  tests = [];
  add.mockReset().mockResolvedValue(saved);
  change.mockReset().mockResolvedValue(saved);
  vi.stubGlobal('fetch', async () =>
    Response.json({
      tests: tests.map((test) => ({ ...test, run: null, updatedAt: '2026-03-01T10:00:00.000Z' })),
    }),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(part: Partial<RunDetail> = {}) {
  // The fields that the button reads.
  const detail = {
    ...{ id: 'run_7', number: 7, pipelineId: 'p1', status: 'completed', trigger: 'manual' },
    ...{ cancelRequested: false, ...part },
  } as RunDetail;
  // The action that it sends.
  const actions = { tests: { add, change } } as unknown as RunActions;
  render(
    <TestLens events={journal([0, created])} document={{ steps: [] }} detail={detail} actions={actions}>
      <KeepTestButton />
    </TestLens>,
  );
}

const open = () => fireEvent.click(screen.getByRole('button', { name: 'Save as test…' }));

describe('save a run as a test', () => {
  it('sends the run with a name, and says what the test contains and what was left out', async () => {
    show();
    open();
    const field = await screen.findByRole('textbox', { name: 'Name' });
    expect(field).toHaveProperty('value', 'Run #7');
    fireEvent.change(field, { target: { value: ' Orders ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save as test' }));
    const kept = await screen.findByRole('dialog', { name: 'Saved as Orders' });
    expect(add).toHaveBeenCalledWith({ id: 'p1', run: 'run_7', name: 'Orders' });
    expect(within(kept).getByText('1 fixture')).toBeDefined();
    expect(within(kept).getByRole('region', { name: 'Not included' }).textContent).toContain(
      'differs from run to run',
    );
    expect(within(kept).getByRole('link', { name: 'Open test' }).getAttribute('href')).toBe(
      '/pipelines/p1?test=t1',
    );
  });

  it('does not replace a test of the same name unless that test is chosen', async () => {
    tests = [{ id: 't9', name: 'Run #7' }];
    show();
    open();
    const choice = await screen.findByRole('combobox', { name: 'Save as' });
    fireEvent.click(screen.getByRole('button', { name: 'Save as test' }));
    await screen.findByText(/A test named Run #7 already exists\. Choose another name/);
    expect(add).not.toHaveBeenCalled();
    fireEvent.change(choice, { target: { value: 't9' } });
    fireEvent.click(screen.getByRole('button', { name: 'Update test' }));
    await waitFor(() => expect(change).toHaveBeenCalledWith({ id: 'p1', test: 't9', run: 'run_7' }));
  });

  it('shows why a run cannot be kept, and keeps the name', async () => {
    add.mockResolvedValue({
      ok: false,
      error: { code: 'conflict', message: 'Choose a run of the whole pipeline.' },
    });
    show();
    open();
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Part' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save as test' }));
    await screen.findByText('Choose a run of the whole pipeline.');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Part');
  });

  it.each([
    { status: 'running' },
    { status: 'cancelled' },
    { trigger: 'try' },
    { cancelRequested: true },
  ] as Partial<RunDetail>[])('is not offered for a run that no test can repeat: %o', (part) => {
    show(part);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
