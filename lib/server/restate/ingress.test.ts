import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendTo } from './ingress';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** An HTTP server in the place of Restate. @param status undefined when it never answers */
async function listen(status: number | undefined, answer = '{}') {
  const requests: { request: IncomingMessage; body: string }[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ request, body });
    if (status !== undefined) response.writeHead(status).end(answer);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

test('a call is sent with its parameter as JSON, and with an idempotency key', async () => {
  const { url, requests } = await listen(202);
  const send = { service: 'Run', key: 'run/1', handler: 'tell', parameter: 7, idempotencyKey: 'entry' };
  await sendTo(url, send, 60_000);
  await sendTo(url, { service: 'Run', key: 'a', handler: 'run', parameter: null }, 60_000);
  expect(requests.map(({ request, body }) => [request.method, request.url, body])).toEqual([
    ['POST', '/Run/run%2F1/tell/send', '7'],
    ['POST', '/Run/a/run/send', 'null'],
  ]);
  expect(requests.map(({ request: { headers } }) => headers['idempotency-key'])).toEqual([
    'entry',
    undefined,
  ]);
  expect(requests[0]?.request.headers['content-type']).toBe('application/json');
});

test('a refusal contains the response of Restate', async () => {
  const { url } = await listen(404, `service 'Run' not found${'x'.repeat(10_000)}`);
  const sent = sendTo(url, { service: 'Run', key: 'a', handler: 'run', parameter: null }, 60_000);
  await expect(sent).rejects.toThrow(/^Restate refused Run\/run \(404\): service 'Run' not found/);
  await expect(sent).rejects.toSatisfy((error: Error) => error.message.length < 600);
});

test('a call times out when Restate does not respond', async () => {
  const { url } = await listen(undefined);
  const sent = sendTo(url, { service: 'Run', key: 'a', handler: 'run', parameter: null }, 50);
  await expect(sent).rejects.toThrow(/timeout/);
});
