// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import type { UnitState } from '@/engine';
import { PENDING_UNIT } from '@/engine';
import type { SinceWorkedRecord } from '@/lib/contracts/run-diffs';
import { SinceWorked } from './since-worked';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const run = { id: 'run_9', number: 9, version: 3, status: 'failed', durationMs: 5000 } as const;
const execution = { durationMs: 2500, attempts: 3, reused: false };
const found: SinceWorkedRecord = {
  step: 'fetch',
  run: {
    ...{ ...run, step: { ...execution, status: 'failed' }, output: null },
    error: { kind: 'timeout', message: 'No response within 15 s.', code: null },
  },
  worked: {
    ...{ ...run, id: 'run_8', number: 8, version: 2, status: 'completed' },
    ...{ step: { ...execution, status: 'completed', attempts: 1 }, error: null },
    output: { value: { status_code: 200 } },
  },
  definition: {
    changes: [
      { kind: 'changed', path: ['params', 'timeout_seconds'], base: { value: 30 }, run: { value: 15 } },
    ],
    total: 1,
  },
  inputs: [
    { name: 'url', same: false, tried: { value: 'https://b' }, worked: { value: 'https://a' } },
    { name: 'method', same: true, tried: { value: 'GET' }, worked: { value: 'GET' } },
  ],
  problem: null,
};

function show(body: SinceWorkedRecord, unit: Partial<UnitState> = { status: 'failed' }) {
  const send = vi.fn(async () => Response.json(body));
  vi.stubGlobal('fetch', send);
  const selected = {
    ...{ step: 'fetch', iteration: [], attempt: undefined, descriptor: undefined, action: 'http_request' },
    ...{ templates: {}, maxAttempts: 1, loops: [], unit: { ...PENDING_UNIT, ...unit } },
  };
  render(
    <TestLens events={[]} document={{ steps: [] }}>
      <SinceWorked selected={selected} />
    </TestLens>,
  );
  return send;
}

it('shows what was tried and what came back beside the last run in which it worked', async () => {
  show(found);
  const table = await screen.findByRole('table', { name: 'fetch when it last worked, and now' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['', '#8', '#9, this run'],
    ['Ended', 'Completed2.5 s', 'Failed2.5 s, 3 attempts'],
    ['Came back', '{"status_code":200}', 'timeout: No response within 15 s.'],
    ['Version', 'v2', 'v3'],
    ['urldiffers', '"https://a"', '"https://b"'],
  ]);
  expect(screen.getByText('The definition of the step differs: params.timeout_seconds.')).toBeDefined();
  expect(screen.getByText('The same: method.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Compare the runs' }).getAttribute('href')).toBe(
    '/runs/run_9/compare?base=run_8',
  );
});

it('says when the step never worked', async () => {
  show({ ...found, worked: null, inputs: [] });
  expect(await screen.findByText('This step has completed in no earlier run of the pipeline.')).toBeDefined();
});

it('says why the inputs were not compared', async () => {
  show({ ...found, inputs: [], problem: 'The values have 40 MB together.' });
  expect(await screen.findByText('The values have 40 MB together.')).toBeDefined();
});

it('asks nothing about a step that did not fail', () => {
  const send = show(found, { status: 'completed' });
  expect(screen.queryByRole('region', { name: 'Since it last worked' })).toBeNull();
  expect(send).not.toHaveBeenCalled();
});
