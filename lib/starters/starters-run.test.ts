import { describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import { runPipeline, type TestRun, type TestRunResult } from '@/engine/testing/run-pipeline';
import { starters } from './index';

async function run(key: string, options: Omit<TestRun, 'document'>): Promise<TestRunResult> {
  const starter = starters.find((candidate) => candidate.key === key);
  if (!starter) throw new Error(`There is no starter ${key}.`);
  return runPipeline({ document: starter.document, ...options });
}

const statusOf = ({ state }: TestRunResult, step: string) => state.steps.get(step)?.status;

describe('starter “Watch a service”', () => {
  it('calls until the service responds, and reports what a second call returned', async () => {
    const http = fakeHttp(() => ({ status: http.requests.length < 3 ? 503 : 200 }));
    const result = await run('watch-a-service', { http });
    expect(result.state.status).toBe('completed');
    expect(http.requests).toHaveLength(4);
    expect(statusOf(result, 'notify_up')).toBe('completed');
    expect(statusOf(result, 'notify_down')).toBe('skipped');
    expect(statusOf(result, 'notify_failed')).toBe('skipped');
  });

  it('reports a service that is down at the second call', async () => {
    const http = fakeHttp(() => ({ status: http.requests.length === 1 ? 200 : 503 }));
    const result = await run('watch-a-service', { http });
    expect(result.state.status).toBe('completed');
    expect(statusOf(result, 'notify_down')).toBe('completed');
  });

  it('gives up after five attempts, fails, and reports that', async () => {
    const http = fakeHttp(() => {
      throw new ActionError('connection_error', 'The connection was refused.');
    });
    const result = await run('watch-a-service', { http });
    expect(result.state.status).toBe('failed');
    expect(http.requests).toHaveLength(5);
    expect(statusOf(result, 'notify_failed')).toBe('completed');
  });
});

describe('starter “Fan out and merge”', () => {
  it('calls every page and merges the results', async () => {
    const http = fakeHttp(() => ({ status: 200, body: '<p>Hello</p>' }));
    const result = await run('fan-out-and-merge', { http });
    expect(result.state.status).toBe('completed');
    expect(http.requests.map(({ url }) => url).sort()).toHaveLength(3);
    expect(result.state.outputs.pages).toEqual({
      value: {
        called: 3,
        failed: 0,
        found: [
          { result: [200, 200, 200], count: 3 },
          { result: ['text/plain', 'text/plain', 'text/plain'], count: 3 },
        ],
      },
    });
  });

  it('continues when one page cannot be reached', async () => {
    const http = fakeHttp(({ url }) => {
      if (url.includes('orders')) throw new ActionError('connection_error', 'Refused.');
      return { status: 200 };
    });
    const result = await run('fan-out-and-merge', { http });
    expect(result.state.status).toBe('completed');
    expect(result.state.outputs.pages).toMatchObject({
      value: { called: 3, failed: 1, found: [{ result: [200, null, 200] }, expect.anything()] },
    });
  });
});

describe('starter “Wait for a service”', () => {
  it('checks until the service returns 200 and reports the time', async () => {
    const http = fakeHttp(() => ({ status: http.requests.length < 3 ? 503 : 200 }));
    const result = await run('wait-for-a-service', { http });
    expect(result.state.status).toBe('completed');
    expect(http.requests).toHaveLength(3);
    expect(result.state.outputs.waited_seconds).toEqual({ value: 6 });
    expect(statusOf(result, 'gave_up')).toBe('skipped');
  });

  it('reports when the service never becomes available', async () => {
    const http = fakeHttp(() => ({ status: 503 }));
    const result = await run('wait-for-a-service', { http, params: { give_up_after_seconds: 10 } });
    expect(result.state.status).toBe('failed');
    expect(statusOf(result, 'announce')).toBe('skipped');
    expect(statusOf(result, 'gave_up')).toBe('completed');
  });
});
