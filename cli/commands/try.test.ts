import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TryPlanRecord } from '@/lib/contracts/reruns';
import { type TryOptions, tryStep } from './try';

const PLAN: TryPlanRecord = {
  ...{ run: null, key: 'k', ledger: [], missing: ['steps.fetch.output.count'] },
  problem: 'No run has a value for steps.fetch.output.count.',
  steps: [
    { step: 'send', do: 'execute', reason: 'selected', text: 'Selected.', skip: null, iterations: null },
  ],
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

function options(more: Partial<TryOptions> = {}): TryOptions {
  const usual = {
    step: 'send',
    upTo: false,
    from: false,
    input: [],
    confirm: [],
    plan: false,
    json: false,
    pins: true,
  };
  return { ...usual, server: 'http://server:3000', ...more };
}

describe('pipewright try', () => {
  it('prints the plan with the values that are missing, and starts nothing', async () => {
    serve({ '/api/v1/pipelines/pipe_1/try/plan': [200, PLAN] });
    expect(await tryStep('pipe_1', options({ plan: true, valuesFrom: 'none' }))).toBe(2);
    expect(out).toBe(
      'Try of send without the values of a run\n▷ send execute: Selected.\nNo side effects.\n✕ No run has a value for steps.fetch.output.count.\n',
    );
    expect(asked).toEqual([
      [
        'http://server:3000/api/v1/pipelines/pipe_1/try/plan',
        { step: 'send', scope: 'only', pins: true, values: {}, valuesFrom: null },
      ],
    ]);
  });

  it('tries one iteration, and refuses what is no index', async () => {
    serve({ '/api/v1/pipelines/pipe_1/try': [201, { id: 'run_2', number: 2, version: 1 }] });
    expect(await tryStep('pipe_1', options({ iteration: '3' }))).toBe(0);
    expect(asked[0]?.[1]).toMatchObject({ step: 'send', scope: 'only', iteration: 3 });
    expect(await tryStep('pipe_1', options({ iteration: 'last' }))).toBe(2);
    expect(err).toContain('--iteration last is not the index of an iteration.');
    expect(asked).toHaveLength(1);
  });

  it('starts a try up to a step with entered values', async () => {
    serve({ '/api/v1/pipelines/pipe_1/try': [201, { id: 'run_2', number: 2, version: 1 }] });
    const input = ['steps.fetch.output.count=3', 'params.name="a=b"'];
    expect(await tryStep('pipe_1', options({ upTo: true, valuesFrom: 'run_1', input }))).toBe(0);
    expect(out).toBe('Started run #2: http://server:3000/runs/run_2\n');
    expect(asked[0]?.[1]).toEqual({
      ...{ step: 'send', scope: 'up_to', valuesFrom: 'run_1', pins: true, confirmed: [] },
      values: { 'steps.fetch.output.count': 3, 'params.name': 'a=b' },
    });
  });

  it('refuses a value that is not JSON without a request', async () => {
    expect(await tryStep('pipe_1', options({ input: ['params.name=canary'] }))).toBe(2);
    expect(err).toContain('--input params.name=canary is not a reference with a JSON value.');
    expect(asked).toEqual([]);
  });
});
