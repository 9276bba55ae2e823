import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunPage } from '@/lib/contracts/runs';
import { listRuns } from './runs';

let out: string;
let err: string;
let asked: string[];

beforeEach(() => {
  out = '';
  err = '';
  asked = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    err += String(chunk);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function serve(status: number, body: unknown): void {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json(body, { status });
  });
}

const page: RunPage = {
  runs: [
    {
      ...{ id: 'run_7', number: 7, pipelineId: 'p', pipelineName: 'Orders', version: 2, status: 'failed' },
      ...{ hold: null, createdAt: '2026-11-20T14:00:00.000Z', startedAt: null, finishedAt: null },
      ...{ durationMs: null, trigger: 'webhook', triggerId: null, triggerName: null, parentRunId: null },
      ...{ parentNumber: null, fixedBy: null, warnings: null, pinned: false, failedStep: 'fetch' },
      error: { kind: 'timeout', message: 'No response within 5 s.\nmore', advice: 'Raise it.' },
    },
  ],
  next: 'run_7',
};
const options = { server: 'http://server:3000', limit: '50', json: false };

it('prints what a search finds, and how to read the next page', async () => {
  serve(200, page);
  expect(await listRuns({ ...options, search: 'status:failed error:"timed out"' })).toBe(0);
  expect(new URL(asked[0] ?? '').searchParams.get('search')).toBe('status:failed error:"timed out"');
  expect(out).toBe(
    'failed     2026-11-20T14:00:00.000Z  run_7  Orders #7 v2  fetch: No response within 5 s.\nThere are more runs: repeat with --before run_7\n',
  );
});

it('prints a JSON object, and says when no run was found', async () => {
  serve(200, page);
  await listRuns({ ...options, json: true });
  expect(JSON.parse(out)).toMatchObject({ runs: [{ id: 'run_7' }], next: 'run_7' });
  out = '';
  serve(200, { runs: [], next: null });
  await listRuns(options);
  expect(out).toBe('No runs found.\n');
});

describe('a saved search', () => {
  const saved = [
    { id: 'srch_1', name: 'Failed today', search: 'status:failed', createdAt: '2026-11-20T14:00:00.000Z' },
  ];
  const serveBoth = (searches: typeof saved) =>
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return Response.json(address.endsWith('/saved-searches') ? { searches } : page);
    });

  it('is found by its name in any case, and narrowed by a search', async () => {
    serveBoth(saved);
    expect(await listRuns({ ...options, saved: 'failed TODAY' })).toBe(0);
    expect(new URL(asked.at(-1) ?? '').searchParams.get('search')).toBe('status:failed');
    await listRuns({ ...options, saved: 'Failed today', search: 'after:1h' });
    expect(new URL(asked.at(-1) ?? '').searchParams.get('search')).toBe('status:failed after:1h');
  });

  it('is refused with the names that exist', async () => {
    serveBoth(saved);
    expect(await listRuns({ ...options, saved: 'Slow' })).toBe(2);
    expect(err).toBe('There is no saved search Slow. Saved searches: Failed today.\n');
    serveBoth([]);
    expect(await listRuns({ ...options, saved: 'Slow', json: true })).toBe(2);
    expect(out).toContain('Save one on the Runs page.');
  });
});

it('prints why a search is refused', async () => {
  serve(400, { code: 'invalid', message: 'There is no filter stats. Did you mean status?' });
  expect(await listRuns({ ...options, search: 'stats:x' })).toBe(2);
  expect(err).toContain('Did you mean status?');
});
