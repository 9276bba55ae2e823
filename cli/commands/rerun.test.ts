import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RerunPlanRecord } from '@/lib/contracts/reruns';
import { type RerunOptions, rerun } from './rerun';

const PLAN: RerunPlanRecord = {
  ...{ run: 1, version: 1, key: 'k', problem: null, ledger: [] },
  steps: [
    { step: 'stop', do: 'execute', reason: 'failed', text: 'Failed in #1.', skip: null, iterations: null },
  ],
};
const RUN = {
  ...{ id: 'run_1', number: 1, pipelineId: 'p', pipelineName: 'P', version: 1, status: 'failed', hold: null },
  ...{ createdAt: '2026-11-20T14:00:00.000Z', startedAt: null, finishedAt: null, durationMs: null },
  ...{ trigger: 'manual', triggerId: null, triggerName: null, parentRunId: null, parentNumber: null },
  ...{ error: null, failedStep: null, fixedBy: null, warnings: null, pinned: false },
  ...{ params: { ok: 'no', other: 1 }, documentText: '{}', lastSeq: 1, cancelRequested: false },
};

let out: string;
let err: string;
let asked: [address: string, body: unknown][];

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

/** A server with one answer for each address. */
function serve(answers: Readonly<Record<string, [status: number, body: unknown]>>): void {
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    asked.push([address, body === undefined ? undefined : JSON.parse(body)]);
    const [status, answer] = answers[new URL(address).pathname] ?? [404, {}];
    return Response.json(answer, { status });
  });
}

function options(more: Partial<RerunOptions> = {}): RerunOptions {
  const usual = { definition: 'original' as const, param: [], confirm: [], plan: false, json: false };
  return { ...usual, server: 'http://server:3000', ...more };
}

describe('pipewright rerun', () => {
  it('compares the plan with the run', async () => {
    const step = { step: 'stop', do: 'execute', text: '', definition: 'different' };
    const inputs = [
      { name: 'a', sameness: 'different', run: { value: 1 }, planned: null },
      { name: 'b', sameness: 'unknown', run: null, planned: null },
      { name: 'c', sameness: 'same', run: null, planned: null },
    ];
    const params = { changes: [], total: 0 };
    serve({ '/api/v1/runs/run_1/rerun/diff': [200, { run: 1, params, steps: [{ ...step, inputs }] }] });
    expect(await rerun('run_1', options({ fromFailed: true, compare: true }))).toBe(1);
    expect(out.split('\n').slice(1, -1)).toEqual([
      'stop: definition differs',
      'stop.a: 1 → none',
      'stop.b: known only when the re-run executes',
    ]);
    serve({ '/api/v1/runs/run_1/rerun/diff': [200, { run: 1, params, steps: [] }] });
    expect(await rerun('run_1', options({ compare: true }))).toBe(0);
    expect(out).toContain('Definition, params and known inputs are the same.');
  });

  it('prints the plan and starts nothing', async () => {
    serve({ '/api/v1/runs/run_1/rerun/plan': [200, PLAN] });
    expect(await rerun('run_1', options({ fromFailed: true, plan: true }))).toBe(0);
    expect(out).toBe('Re-run of #1 with v1\n▷ stop execute: Failed in #1.\nNo side effects.\n');
    expect(asked).toEqual([
      ['http://server:3000/api/v1/runs/run_1/rerun/plan', { scope: 'from_failed', definition: 'original' }],
    ]);
  });

  it('starts a re-run with a param that differs, and with the confirmed steps', async () => {
    serve({
      '/api/v1/runs/run_1': [200, RUN],
      '/api/v1/runs/run_1/rerun': [201, { id: 'run_2', number: 2, version: 1 }],
    });
    const given = options({ from: 'stop', param: ['ok=yes'], confirm: ['cleanup'] });
    expect(await rerun('run_1', given)).toBe(0);
    expect(out).toBe('Started run #2: http://server:3000/runs/run_2\n');
    expect(asked.at(-1)?.[1]).toEqual({
      ...{ scope: 'from', step: 'stop', definition: 'original' },
      ...{ params: { ok: 'yes', other: 1 }, confirmed: ['cleanup'] },
    });
  });

  it('says why the server refused', async () => {
    const message = 'The definition has no step gone.';
    serve({ '/api/v1/runs/run_1/rerun': [409, { code: 'conflict', message }] });
    expect(await rerun('run_1', options({ only: 'gone' }))).toBe(2);
    expect(err).toBe(`${message}\n`);
  });

  it('says that no server responds', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    expect(await rerun('run_1', options())).toBe(2);
    expect(err).toContain('No server responds at http://server:3000.');
  });
});
