import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunDiffRecord, StepDiffRecord } from '@/lib/contracts/run-diffs';
import { diff } from './diff';

const side = { status: 'completed' as const, durationMs: 5, attempts: 1, reused: false };
const same: StepDiffRecord = {
  ...{ step: 'first', base: side, run: side, iterations: null, cause: null, from: null, text: null },
  ...{ definition: 'same', inputs: 'same', output: 'same', error: 'none' },
};
const changed: StepDiffRecord = { ...same, step: 'fetch', cause: 'outside', text: 'The result differs.' };

function answer(steps: StepDiffRecord[]): RunDiffRecord {
  const run = { version: 1, status: 'completed' as const, durationMs: 9 };
  return {
    ...{ base: { id: 'run_1', number: 1, ...run }, run: { id: 'run_2', number: 2, ...run } },
    params: {
      changes: [{ kind: 'changed', path: ['day'], base: { value: 1 }, run: { value: 2 } }],
      total: 1,
    },
    outputs: [{ name: 'count', kind: 'added' }],
    ...{ steps, first: steps.find(({ cause }) => cause !== null)?.step ?? null },
  };
}

let out: string;
let err: string;

beforeEach(() => {
  out = '';
  err = '';
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

const serve = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const options = { server: 'http://server:3000', json: false };

describe('pipewright diff', () => {
  it('prints params, outputs and steps that differ, with the first one marked', async () => {
    serve(200, answer([same, changed]));
    expect(await diff('run_1', 'run_2', options)).toBe(1);
    expect(out.split('\n')).toEqual([
      '#1 (v1, completed) and #2 (v1, completed)',
      'param day: changed',
      'output count: added',
      '▶ fetch (completed → completed): The result differs.',
      '1 of 2 steps are the same.',
      '',
    ]);
  });

  it('says that no step differs', async () => {
    serve(200, answer([same]));
    expect(await diff('run_1', 'run_2', options)).toBe(0);
    expect(out).toContain('No step differs.');
  });

  it('says why the server refused', async () => {
    serve(404, { code: 'not_found', message: 'The run run_1 does not exist.' });
    expect(await diff('run_1', 'run_2', options)).toBe(2);
    expect(err).toBe('The run run_1 does not exist.\n');
  });
});
