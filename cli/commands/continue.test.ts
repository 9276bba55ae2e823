import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { breakpoints } from './breakpoints';
import { type ContinueOptions, continueRun } from './continue';
import { listPauses } from './pauses';

const PAUSE = {
  ...{ pause: 7, step: 'score', iteration: [6], attempt: 1, moment: 'failure', cause: 'breakpoint' },
  breakpoint: { id: 'b1', at: { step: 'score', iterations: true }, when: 'failure', enabled: true },
  ...{ since: '2026-11-20T14:00:00.000Z', until: null, inputs: { url: 'https://example.org' } },
  ...{ error: { kind: 'timeout', message: 'Slow.' }, note: null },
};
const LIST = {
  breakpoints: [{ id: 'b1', at: { step: 'gone' }, when: 'before', enabled: false }],
  pause_on_failure: true,
  problems: [{ breakpoint: 'b1', message: 'The step gone does not exist.', hint: 'Remove it.' }],
};
const server = 'http://server:3000';

let out: string;
let err: string;
let asked: [method: string, path: string, body: unknown][];

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
function serve(answers: Readonly<Record<string, unknown>>, status = 200): void {
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    asked.push([method, pathname, body === undefined ? undefined : JSON.parse(body)]);
    return Response.json(answers[pathname] ?? {}, { status });
  });
}

function options(more: Partial<ContinueOptions> = {}): ContinueOptions {
  return { step: false, retry: false, skip: false, json: false, server, ...more };
}

describe('pipewright pauses', () => {
  it('prints pauses with their inputs', async () => {
    serve({ '/api/v1/runs/run_1/pauses': { pauses: [PAUSE], debug: null } });
    expect(await listPauses('run_1', { server, json: false })).toBe(0);
    expect(out).toBe(
      [
        '⏸ score[6] paused after attempt 1 failed (breakpoint each iteration of score on failure)',
        '  ✕ Slow.',
        '  {',
        '    "url": "https://example.org"',
        '  }',
        '',
      ].join('\n'),
    );
  });
});

describe('pipewright continue', () => {
  it.each([
    [options(), { do: 'continue' }, 'continues'],
    [options({ step: true }), { do: 'step' }, 'continues; the run pauses before the next step'],
    [options({ retry: true, inputs: '{"a": 1}' }), { do: 'retry', inputs: { a: 1 } }, 'is retried'],
    [options({ output: '[1]' }), { do: 'output', output: [1] }, 'completes with the given output'],
    [options({ skip: true }), { do: 'skip' }, 'is skipped'],
    [options({ fail: true }), { do: 'fail' }, 'fails'],
    [options({ fail: 'No.' }), { do: 'fail', message: 'No.' }, 'fails'],
  ])('sends the answer: %j', async (given, answer, line) => {
    serve({ '/api/v1/runs/run_1/pauses': { id: 'run_1' } });
    expect(await continueRun('run_1', 'score[6]', { ...given, pause: '7' })).toBe(0);
    const body = { step: 'score', iteration: [6], pause: 7, answer };
    expect(asked).toEqual([['POST', '/api/v1/runs/run_1/pauses', body]]);
    expect(out).toBe(`score[6] ${line}.\n`);
  });

  it.each([
    ['score[', options(), 'score[ is not a step or an iteration.'],
    ['score', options({ output: '{' }), '--output { is not JSON.'],
    ['score', options({ inputs: '7' }), '--inputs 7 is not a JSON object.'],
  ])('refuses what it cannot read: %s %j', async (unit, given, message) => {
    expect(await continueRun('run_1', unit, given)).toBe(2);
    expect(err).toContain(message);
  });

  it('prints why the server refuses an answer', async () => {
    serve({ '/api/v1/runs/run_1/pauses': { code: 'conflict', message: 'It was answered.' } }, 409);
    expect(await continueRun('run_1', 'score', options())).toBe(2);
    expect(err).toBe('It was answered.\n');
  });
});

describe('pipewright breakpoints', () => {
  const PATH = '/api/v1/pipelines/pl_1/breakpoints';
  const usual = { triggered: false, off: false, server, json: false };

  it('lists them with their problems', async () => {
    serve({ [PATH]: LIST });
    expect(await breakpoints('pl_1', usual)).toBe(0);
    expect(out).toBe(
      '○ b1  gone  (off)\n  ✕ The step gone does not exist. Remove it.\nPause on any failure: on\n',
    );
  });

  it('adds one under the first free id', async () => {
    serve({ [PATH]: LIST, [`${PATH}/b2`]: LIST });
    expect(await breakpoints('pl_1', { ...usual, add: 'fast->announce:true', timeout: '60' })).toBe(0);
    const at = { from: 'fast', to: 'announce', branch: 'true' };
    expect(asked.at(-1)).toEqual([
      'PUT',
      `${PATH}/b2`,
      { at, when: 'before', enabled: true, timeout_seconds: 60 },
    ]);
  });
});
