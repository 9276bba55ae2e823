import { describe, expect, it } from 'vitest';
import { commandRuns } from './commands';

function answering(status: number, body: unknown) {
  const sent: { url: string; headers: Headers; body: unknown }[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, headers: request.headers, body: await request.json() });
    return Response.json(body, { status });
  };
  return { sent, runs: commandRuns('http://pipes.test:3000/', { fetch: send }) };
}

describe('commands to a run', () => {
  it('go to its own address as the JSON of a program', async () => {
    const { sent, runs } = answering(200, {});
    await runs.pause('run_1');
    await runs.signal('run/2', 'go', [1], { idempotencyKey: 'k' });
    await runs.answer('run_1', { step: 'a', iteration: [3] }, 'happened');
    expect(sent.map(({ url, body }) => [new URL(url).pathname, body])).toEqual([
      ['/api/v1/runs/run_1/pause', {}],
      ['/api/v1/runs/run%2F2/signals', { name: 'go', value: [1] }],
      ['/api/v1/runs/run_1/answers', { step: 'a', iteration: [3], answer: 'happened' }],
    ]);
    expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(Array(3).fill('application/json'));
    expect(sent[1]?.headers.get('idempotency-key')).toBe('k');
  });

  it('say in the server’s words why they were refused', async () => {
    const { runs } = answering(409, { code: 'conflict', message: 'The run has ended.' });
    await expect(runs.resume('run_1')).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'The run has ended.',
    });
    const strange = answering(502, 'Bad gateway').runs;
    await expect(strange.cancel('run_1')).rejects.toThrow('The server answered 502.');
  });
});
