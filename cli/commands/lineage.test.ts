import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LineageRecord } from '@/lib/contracts/lineage';
import type { SinceWorkedRecord } from '@/lib/contracts/run-diffs';
import { showSinceWorked } from './diff';
import { showLineage, showWhy } from './lineage';

let out: string;

beforeEach(() => {
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const serve = (body: unknown) => {
  const send = vi.fn(async (_url: string) => Response.json(body));
  vi.stubGlobal('fetch', send);
  return send;
};
const options = { server: 'http://server:3000', json: false };

const entry: Omit<LineageRecord['origins'][number], 'value' | 'distance' | 'text' | 'shown'> = {
  of: 'input',
  step: 'tell',
  links: [],
  written: null,
  source: null,
  reusedFrom: null,
};
const lineage: LineageRecord = {
  ...{ value: 'steps.tell.params.message', run: { id: 'run_1', number: 7 }, cut: false },
  origins: [
    {
      ...entry,
      value: 'steps.tell.params.message',
      distance: 0,
      text: 'read from',
      shown: { kind: 'value', text: '"a"' },
    },
    {
      ...entry,
      value: 'params.name',
      distance: 1,
      text: 'run parameter',
      shown: { kind: 'not_loaded', bytes: 20 },
    },
  ],
  readers: [
    { ...entry, value: 'steps.tell.output.message', distance: 1, text: '', shown: { kind: 'missing' } },
  ],
};

it('prints where a value comes from, and what reads it', async () => {
  const send = serve(lineage);
  expect(
    await showLineage('run_1', 'steps.tell.params.message', { ...options, direct: true, draft: false }),
  ).toBe(0);
  expect(String(send.mock.calls[0]?.[0])).toContain(
    '/api/v1/runs/run_1/lineage?value=steps.tell.params.message&direct=1',
  );
  expect(out.split('\n')).toEqual([
    'Sources (run #7):',
    '  steps.tell.params.message = "a": read from',
    '    params.name = 20 bytes: run parameter',
    'Used by:',
    '    steps.tell.output.message = no value',
    '',
  ]);
});

it('reads the draft of a pipeline', async () => {
  const send = serve({ ...lineage, run: null, readers: [] });
  await showLineage('pl_1', 'params.name', { ...options, direct: false, draft: true });
  expect(String(send.mock.calls[0]?.[0])).toContain('/api/v1/pipelines/pl_1/lineage?value=params.name');
  expect(out).toContain('Sources:\n');
  expect(out).toContain('  no parameter, condition or output\n');
});

it('explains a step with its condition', async () => {
  serve({
    steps: [
      {
        ...{ step: 'tell', status: 'skipped', skip: { reason: 'condition_false', detail: null } },
        ...{ taken: null, error: null, causes: [] },
        conditions: [
          {
            path: 'condition',
            lines: [
              { depth: 0, text: 'params.n > 3', value: 'false', outcome: 'false' },
              { depth: 1, text: 'params.n', value: '2', outcome: 'value' },
            ],
          },
        ],
      },
    ],
  });
  expect(await showWhy('run_1', 'tell', options)).toBe(0);
  expect(out).toBe('tell: skipped (condition_false)\n  params.n > 3: false\n    params.n: 2\n');
});

const run = { number: 9, version: 3, status: 'failed', durationMs: 5 } as const;
const step = { durationMs: 2500, attempts: 3, reused: false };
const failedRun: SinceWorkedRecord['run'] = {
  ...{ id: 'run_9', ...run, step: { ...step, status: 'failed' }, output: null },
  error: { kind: 'timeout', message: 'No response.', code: null },
};
const workedRun: SinceWorkedRecord['run'] = {
  ...{ id: 'run_8', ...run, number: 8, version: 2, status: 'completed' },
  ...{ step: { ...step, status: 'completed', attempts: 1 }, error: null, output: { bytes: 10 } },
};
const found: SinceWorkedRecord = {
  ...{ step: 'fetch', run: failedRun, worked: workedRun, problem: null },
  definition: {
    changes: [{ kind: 'changed', path: ['timeout_seconds'], base: { value: 9 }, run: { value: 2 } }],
    total: 1,
  },
  inputs: [
    { name: 'url', same: false, tried: { value: 'b' }, worked: { value: 'a' } },
    { name: 'method', same: true, tried: { value: 'GET' }, worked: { value: 'GET' } },
  ],
};

it('compares a failed step with the run in which it worked', async () => {
  serve(found);
  expect(await showSinceWorked('run_9', 'fetch', options)).toBe(1);
  expect(out.split('\n')).toEqual([
    'fetch in #9 (v3): failed, 2.5 s, 3 attempts, timeout: No response.',
    'fetch in #8 (v2): completed, 2.5 s, 10 bytes',
    'definition: 1 changed',
    '  timeout_seconds: changed',
    'input url: "a" → "b"',
    '1 of 2 inputs are the same.',
    '',
  ]);
  serve({ ...found, worked: null });
  out = '';
  await showSinceWorked('run_9', 'fetch', options);
  expect(out).toContain('No earlier run of the pipeline completed fetch.');
});

it('compares a failed iteration with the nearest one of the run that completed', async () => {
  const nearest = {
    ...found,
    run: { ...failedRun, iteration: [12] },
    worked: { ...workedRun, ...{ id: 'run_9', number: 9, version: 3, iteration: [11] } },
  };
  const send = serve(nearest);
  expect(await showSinceWorked('run_9', 'fetch', { ...options, iteration: '12' })).toBe(1);
  expect(String(send.mock.calls[0]?.[0])).toContain('/since-worked/fetch?iteration=12');
  expect(out.split('\n')).toEqual([
    'fetch[12] in #9 (v3): failed, 2.5 s, 3 attempts, timeout: No response.',
    'No earlier run completed fetch[12] with the same item.',
    'fetch[11] in #9 (v3), the nearest iteration of this run that completed: completed, 2.5 s, 10 bytes',
    'input url: "a" → "b"',
    '1 of 2 inputs are the same.',
    '',
  ]);
  serve({ ...nearest, worked: null });
  out = '';
  await showSinceWorked('run_9', 'fetch', { ...options, iteration: '12' });
  expect(out).toContain(
    'No earlier run completed fetch[12] with the same item, and no other iteration of this run completed.',
  );
});
