import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PipelineWorstCaseRecord } from '@/lib/contracts/worst-case';
import { showWorstCase } from './worst-case';

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

const serve = (body: PipelineWorstCaseRecord) => {
  const send = vi.fn(async (_url: string) => Response.json(body));
  vi.stubGlobal('fetch', send);
  return send;
};
const options = { server: 'http://server:3000', json: false };

it('prints the worst case of a version, with the steps on the longest path', async () => {
  const send = serve({
    ...{ version: 3, totalMs: 45_000, limitMs: 45_000, pathMs: 93_000, path: ['get', 'rest'], unlimited: [] },
    steps: [
      { step: 'get', worstMs: 33_000, startsAfterMs: 0, isOnPath: true },
      { step: 'note', worstMs: 500, startsAfterMs: 33_000, isOnPath: false },
    ],
  });
  expect(await showWorstCase('pl_1', { ...options, version: '3' })).toBe(0);
  expect(String(send.mock.calls[0]?.[0])).toContain('/api/v1/pipelines/pl_1/worst-case?version=3');
  expect(out.split('\n')).toEqual([
    'version 3: worst case: 45.0 s (the timeout of the run)',
    'without the timeout of the run: 93.0 s (get → rest)',
    '* get: at most 33.0 s; starts with the run',
    '  note: at most 0.500 s; starts at most 33.0 s after the start of the run',
    '',
  ]);
});

it('names the steps of a draft that nothing limits', async () => {
  const send = serve({
    ...{ version: null, totalMs: null, limitMs: null, pathMs: null, path: ['mail'], unlimited: ['mail'] },
    steps: [
      { step: 'mail', worstMs: null, startsAfterMs: 0, isOnPath: true },
      { step: 'last', worstMs: 1000, startsAfterMs: null, isOnPath: false },
    ],
  });
  expect(await showWorstCase('pl_1', options)).toBe(0);
  expect(String(send.mock.calls[0]?.[0])).toMatch(/\/worst-case$/);
  expect(out.split('\n')).toEqual([
    'draft: worst case: unknown, without a limit: mail',
    '* mail: without a limit; starts with the run',
    '  last: at most 1.0 s; after a step without a limit',
    '',
  ]);
});
