import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunTimeRecord } from '@/lib/contracts/run-time';
import { showTime } from './time';

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

const share = { durationMs: 4200, totalMs: 4300, workMs: 300, waits: { sleep: 3900, queue: 100 } };
const time: RunTimeRecord = {
  ...{ id: 'run_1', number: 7, status: 'completed', remainingMs: null, critical: ['load', 'rest'] },
  ...{ ...share, usual: { ms: 1000, runs: 9 }, slower: 4.2 },
  worst: { totalMs: 33_000, limitMs: null, path: ['load'], unlimited: [] },
  steps: [
    { step: 'load', isCritical: true, worstMs: 33_000, ...share, waits: {}, usual: null, slower: null },
  ],
  at: null,
};
const serve = (body: RunTimeRecord) => {
  const send = vi.fn(async (_url: string) => Response.json(body));
  vi.stubGlobal('fetch', send);
  return send;
};
const options = { server: 'http://server:3000', json: false };

it('prints work and waiting, the critical path, and what is usual', async () => {
  serve(time);
  expect(await showTime('run_1', options)).toBe(0);
  expect(out.split('\n')).toEqual([
    '#7 (completed): 4.2 s, 4.2 times slower than usual, usually 1.0 s in 9 runs',
    '0.300 s working, waiting 3.9 s for a timer, 0.100 s in the queue',
    'critical path: load → rest',
    'worst case: 33.0 s (load)',
    '* load: 4.2 s; 0.300 s working; at most 33.0 s',
    '',
  ]);
});

it('prints the statuses at an instant, and the time left of an active run', async () => {
  const at = { status: 'running' as const, steps: [{ step: 'load', status: 'retrying' as const }] };
  const send = serve({ ...time, remainingMs: 2000, steps: [], at });
  expect(await showTime('run_1', { ...options, at: '1.5' })).toBe(0);
  expect(String(send.mock.calls[0]?.[0])).toContain('/api/v1/runs/run_1/time?t=1.5');
  expect(out).toContain('estimated time left: 2.0 s');
  expect(out).toContain('at 1.5 s: running\n  load: retrying\n');
});
