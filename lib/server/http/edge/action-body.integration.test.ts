import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from './limits';
import { createWebServer } from './web-server';

let handled = 0;
const server = createWebServer(
  { checks: [], limits: DEFAULT_LIMITS, isDevelopment: false, report: () => undefined },
  {
    // As Next does: the whole body, then an answer.
    request: async (request, response) => {
      handled += 1;
      response.end(await buffer(request));
    },
  },
);
let url = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pipelines`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function call(body: string) {
  const headers = { 'next-action': 'abc', 'content-type': 'text/plain;charset=UTF-8' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each([203, 100_000, 3_000_000])(
  'an action with JSON of %i levels is refused with a sentence before it is parsed',
  async (levels) => {
    const before = handled;
    const { status, text } = await call(nested(levels));
    expect([status, text]).toEqual([400, expect.stringMatching(/nested more than 202 levels deep/)]);
    expect(handled).toBe(before);
  },
);

it.each([
  ['nothing', ''],
  ['brackets in texts', JSON.stringify(['['.repeat(5000), '"\\"{{{', '\\'])],
  ['many values side by side', JSON.stringify(Array.from({ length: 100_000 }, () => [{}]))],
  ['202 levels', nested(202)],
  ['10 MB', JSON.stringify(['é'.repeat(5_000_000)])],
  ['more than Next takes', 'x'.repeat(14_000_000)],
])('a body with %s reaches the action unchanged', async (_, body) => {
  expect(await call(body)).toEqual({ status: 200, text: body });
});

it('other requests are not delayed', async () => {
  const response = await fetch(url, { method: 'POST', body: nested(5000) });
  expect(await response.text()).toBe(nested(5000));
});
