// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import type { RunEvent, UnitState } from '@/engine';
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

function show(
  body: SinceWorkedRecord,
  {
    iteration = [],
    events = [],
    ...unit
  }: Partial<UnitState> & { iteration?: readonly number[]; events?: readonly RunEvent[] } = {},
) {
  const send = vi.fn(async (_url: string) => Response.json(body));
  vi.stubGlobal('fetch', send);
  const selected = {
    ...{ step: 'fetch', iteration, attempt: undefined, descriptor: undefined, action: 'http_request' },
    ...{
      templates: {},
      maxAttempts: 1,
      loops: [],
      unit: { ...PENDING_UNIT, status: 'failed' as const, ...unit },
    },
  };
  render(
    <TestLens events={events} document={{ steps: [] }}>
      <SinceWorked selected={selected} />
    </TestLens>,
  );
  return send;
}

it('shows what was tried and what came back beside the last run in which it worked', async () => {
  show(found);
  const table = await screen.findByRole('table', { name: 'fetch: last success and this run' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['', '#8', '#9, this run'],
    ['Ended', 'Completed2.5 s', 'Failed2.5 s, 3 attempts'],
    ['Result', '{"status_code":200}', 'timeout: No response within 15 s.'],
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
  expect(await screen.findByText('No earlier run of this pipeline completed this step.')).toBeDefined();
});

it('says why the inputs were not compared', async () => {
  show({ ...found, inputs: [], problem: 'The values have 40 MB together.' });
  expect(await screen.findByText('The values have 40 MB together.')).toBeDefined();
});

it('asks nothing about a step that did not fail', () => {
  const send = show(found, { status: 'completed' });
  expect(screen.queryByRole('region', { name: 'Changes since last success' })).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

const iterationFound: SinceWorkedRecord = {
  ...found,
  run: { ...found.run, iteration: [12] },
  worked: found.worked && { ...found.worked, iteration: [12] },
};

it('compares the shown iteration with an earlier run', async () => {
  const send = show(iterationFound, { iteration: [12] });
  await screen.findByRole('table', { name: 'Iteration 13 of fetch: last success and this run' });
  expect(String(send.mock.calls[0]?.[0])).toContain('/since-worked/fetch?iteration=12');
  expect(screen.getByRole('link', { name: '#8' }).getAttribute('href')).toBe(
    '/runs/run_8?step=fetch&iteration=12',
  );
});

it('names the nearest iteration of the same run that completed', async () => {
  show(
    { ...iterationFound, worked: found.worked && { ...found.worked, ...run, iteration: [11] } },
    { iteration: [12] },
  );
  await screen.findByRole('table', { name: 'Iteration 12 of fetch, and iteration 13' });
  expect(
    screen.getByText(
      'No earlier run completed this iteration with the same item. The nearest one of this run that completed is iteration 12.',
    ),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'Iteration 12' }).getAttribute('href')).toBe(
    '/runs/run_9?step=fetch&iteration=11',
  );
  expect(screen.queryByRole('link', { name: 'Compare the runs' })).toBeNull();
  expect(screen.queryByRole('rowheader', { name: 'Version' })).toBeNull();
});

it('says when no iteration completed', async () => {
  show({ ...iterationFound, worked: null, inputs: [] }, { iteration: [12] });
  expect(
    await screen.findByText(
      'No earlier run completed this iteration with the same item, and no other iteration of this run completed.',
    ),
  ).toBeDefined();
});
