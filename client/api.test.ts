import { afterEach, describe, expect, it, vi } from 'vitest';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { ApiError, callApi, urlOf } from './api';
import { keyOf, queryFor } from './queries';

afterEach(() => vi.unstubAllGlobals());

/** Answers every request, and keeps what was sent. */
function answerAll(answer: () => Response) {
  const sent: [url: string, init: RequestInit][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    init.signal?.throwIfAborted();
    return answer();
  });
  return sent;
}

describe('the address of an endpoint', () => {
  it('holds fields of the path and of the query, each encoded', () => {
    expect(urlOf(runEndpoints.iterations, { runId: 'a/b', step: 'x&y', from: 3 })).toBe(
      '/api/v1/runs/a%2Fb/iterations?step=x%26y&from=3',
    );
    expect(urlOf(runEndpoints.list, { status: undefined })).toBe('/api/v1/runs');
  });
});

describe('a call', () => {
  it('sends what is not in the path as JSON, and reads the answer by its schema', async () => {
    const sent = answerAll(() =>
      Response.json({
        version: 2,
        revision: 2,
        text: '{}',
        updatedAt: '2026-01-01T00:00:00Z',
        changed: true,
      }),
    );
    const saved = await callApi(pipelineEndpoints.save, { id: 'p1', text: '{}', baseVersion: 1 });
    expect(saved.version).toBe(2);
    expect(sent).toMatchObject([
      ['/api/v1/pipelines/p1', { method: 'PUT', body: '{"text":"{}","baseVersion":1}' }],
    ]);
    answerAll(() => Response.json({ version: 'two' }));
    await expect(callApi(pipelineEndpoints.get, { id: 'p1' })).rejects.toThrow();
  });

  it('fails with the code, the message and the details of a refusal', async () => {
    answerAll(() =>
      Response.json(
        { code: 'conflict', message: 'Saved meanwhile.', details: { version: 3 } },
        { status: 409 },
      ),
    );
    const error = await callApi(pipelineEndpoints.get, { id: 'p1' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'conflict',
      status: 409,
      message: 'Saved meanwhile.',
      details: { version: 3 },
    });
  });

  it('says so when something else answers', async () => {
    answerAll(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(callApi(runEndpoints.count, {})).rejects.toMatchObject({
      code: undefined,
      message: 'The server returned status 502. Try again.',
    });
  });

  it('ends when it is aborted', async () => {
    answerAll(() => Response.json({}));
    await expect(callApi(runEndpoints.count, {}, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});

it('names of answers begin with the name of their endpoint, and differ by their input', () => {
  const { queryKey } = queryFor(runEndpoints.get, { id: 'run_1' });
  expect(queryKey.slice(0, 3)).toEqual(keyOf(runEndpoints.get).slice(0, 3));
  expect(queryKey).not.toEqual(queryFor(runEndpoints.get, { id: 'run_2' }).queryKey);
});
