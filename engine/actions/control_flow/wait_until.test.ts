import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../action';
import type { Json } from '../../json';
import { decide } from '../../testing/fakes';
import { waitUntil } from './wait_until';

const answer = (output: Json): Outcome => ({ status: 'completed', output, error: undefined });
const failure: Outcome = {
  status: 'failed',
  output: undefined,
  error: { kind: 'connection_error', message: 'Cannot reach it.' },
};

describe('wait_until', () => {
  it('completes immediately when the condition is true', () => {
    expect(decide(waitUntil, { condition: 'ok' }, { test: () => true })).toEqual({
      do: 'complete',
      output: { waited_seconds: 0, polls: 1 },
    });
  });

  it('completes at a later check, with the waited time and the number of checks', () => {
    const at = { test: () => true, waits: 3, elapsedSeconds: 15.02 };
    expect(decide(waitUntil, { condition: 'ok' }, at)).toEqual({
      do: 'complete',
      output: { waited_seconds: 15.02, polls: 4 },
    });
  });

  it('waits for the interval while the condition is false', () => {
    expect(decide(waitUntil, { condition: 'ok' }, { test: () => false })).toEqual({
      do: 'wait',
      seconds: 5,
      reason: 'Waiting until ok',
    });
  });

  it('waits no longer than the rest of the timeout', () => {
    const at = { test: () => false, elapsedSeconds: 298 };
    expect(decide(waitUntil, { condition: 'ok' }, at)).toMatchObject({ do: 'wait', seconds: 2 });
  });

  it('fails with a timeout that names the waited time and the number of checks', () => {
    const at = { test: () => false, elapsedSeconds: 300.004, waits: 60 };
    expect(decide(waitUntil, { condition: 'ok' }, at)).toEqual({
      do: 'fail',
      error: { kind: 'timeout', message: 'Not true after 300.004 s and 61 polls (limit 300 s): ok.' },
    });
  });

  it('checks a last time at the end of the timeout, and completes when the condition is true', () => {
    const at = { test: () => true, elapsedSeconds: 300, waits: 60 };
    expect(decide(waitUntil, { condition: 'ok' }, at)).toMatchObject({ do: 'complete' });
  });

  it('checks once with a timeout of 0', () => {
    const written = { condition: 'ok', timeout_seconds: 0 };
    expect(decide(waitUntil, written, { test: () => false })).toMatchObject({
      do: 'fail',
      error: { message: expect.stringContaining('1 poll ') },
    });
  });

  it('passes the waited time and the number of checks to the condition', () => {
    const seen: unknown[] = [];
    const test = (_: string, names?: unknown) => {
      seen.push(names);
      return true;
    };
    decide(waitUntil, { condition: 'polls > 1' }, { test, waits: 1, elapsedSeconds: 5 });
    expect(seen).toEqual([{ waited_seconds: 5, polls: 2 }]);
  });

  it('refuses an interval below 0.1 s', () => {
    expect(waitUntil.params.safeParse({ condition: 'ok', poll_interval_seconds: 0.05 }).success).toBe(false);
  });
});

describe('wait_until with a check', () => {
  const written = {
    condition: 'check.output.ready',
    check: { action: 'http_request', params: { url: 'http://service/{{item}}' } },
  };
  const test = (_: string, names?: Readonly<Record<string, Json>>) =>
    JSON.stringify(names?.check).includes('"ready":true');

  it('performs the check action before each evaluation, with its parameters as written', () => {
    const first = {
      do: 'iterate',
      items: [1],
      action: 'http_request',
      params: { url: 'http://service/{{item}}' },
      parallel: 1,
      stopOnFailure: false,
      as: 'polls',
    };
    expect(decide(waitUntil, written, { test })).toEqual(first);
    const second = { test, waits: 1, iterations: [answer({ ready: false })] };
    expect(decide(waitUntil, written, second)).toEqual({ ...first, items: [2] });
  });

  it('waits and checks until the output makes the condition true', () => {
    const no = answer({ ready: false });
    const yes = answer({ ready: true });
    expect(decide(waitUntil, written, { test, iterations: [no] })).toMatchObject({ do: 'wait', seconds: 5 });
    expect(decide(waitUntil, written, { test, waits: 1, iterations: [no, yes], elapsedSeconds: 6 })).toEqual({
      do: 'complete',
      output: { waited_seconds: 6, polls: 2 },
    });
  });

  it('lets the condition read status, output and error of the check', () => {
    const seen: unknown[] = [];
    const recording = (_: string, names?: Readonly<Record<string, Json>>) => {
      seen.push(names?.check);
      return false;
    };
    decide(waitUntil, written, { test: recording, iterations: [failure] });
    expect(seen).toEqual([
      {
        status: 'failed',
        output: null,
        error: { kind: 'connection_error', message: 'Cannot reach it.' },
      },
    ]);
  });

  it('continues after a failed check, and names it in the timeout', () => {
    expect(decide(waitUntil, written, { test, iterations: [failure] })).toMatchObject({ do: 'wait' });
    const late = { test, iterations: [failure], elapsedSeconds: 301 };
    expect(decide(waitUntil, written, late)).toMatchObject({
      do: 'fail',
      error: { kind: 'timeout', message: expect.stringContaining('The last check failed: Cannot reach it.') },
    });
  });

  it('throws an internal error when a check has not ended', () => {
    expect(() => decide(waitUntil, written, { test, iterations: [undefined] })).toThrow(/has no outcome/);
  });
});

describe('wait_until over live steps', () => {
  const written = { condition: "steps.deploy.output.status == 'active'" };
  const live = [{ step: 'deploy', action: 'deployment_status', params: { deployment_id: 'dep_1' } }];
  const liveSteps = () => live;
  const test = (_: string, __?: unknown, current?: Readonly<Record<string, Json>>) =>
    JSON.stringify(current?.deploy).includes('"status":"active"');
  const read = {
    do: 'iterate',
    items: [1],
    action: 'deployment_status',
    params: { deployment_id: 'dep_1' },
    parallel: 1,
    stopOnFailure: false,
    as: 'polls',
  };

  it('reads each live step at each poll, and judges the condition by what it reads', () => {
    expect(decide(waitUntil, written, { test, liveSteps })).toEqual(read);
    const deploying = [answer({ status: 'deploying' })];
    expect(decide(waitUntil, written, { test, liveSteps, iterations: deploying })).toMatchObject({
      do: 'wait',
      seconds: 5,
    });
    const next = { test, liveSteps, waits: 1, iterations: deploying };
    expect(decide(waitUntil, written, next)).toEqual({ ...read, items: [2] });
    const iterations = [...deploying, answer({ status: 'active' })];
    expect(decide(waitUntil, written, { test, liveSteps, waits: 1, iterations })).toEqual({
      do: 'complete',
      output: { waited_seconds: 0, polls: 2 },
    });
  });

  it('performs a check after the reads of the same poll', () => {
    const check = { action: 'http_request', params: { url: 'http://service/' } };
    const both = { ...written, check };
    const seen: unknown[] = [];
    const recording = (_: string, names?: Readonly<Record<string, Json>>, current?: unknown) => {
      seen.push({ check: names?.check, current });
      return true;
    };
    const now = answer({ status: 'active' });
    expect(decide(waitUntil, both, { test: recording, liveSteps, iterations: [now] })).toMatchObject({
      do: 'iterate',
      items: [1],
      ...check,
    });
    const iterations = [now, answer({ status_code: 200 })];
    const itemOf = (index: number) => (index < 0 ? undefined : 1);
    decide(waitUntil, both, { test: recording, liveSteps, iterations, item: itemOf });
    expect(seen).toEqual([
      {
        check: { status: 'completed', output: { status_code: 200 }, error: null },
        current: { deploy: { status: 'active' } },
      },
    ]);
  });

  it('is not true while a live step cannot be read, and names the failure in the timeout', () => {
    const always = { test: () => true, liveSteps, iterations: [failure] };
    expect(decide(waitUntil, written, always)).toMatchObject({ do: 'wait' });
    expect(decide(waitUntil, written, { ...always, elapsedSeconds: 301 })).toMatchObject({
      do: 'fail',
      error: { kind: 'timeout', message: expect.stringContaining('The last check failed: Cannot reach it.') },
    });
  });
});
