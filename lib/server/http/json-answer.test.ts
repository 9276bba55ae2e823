import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { longJsonAnswer } from './json-answer';

const long = { items: Array.from({ length: 500 }, (_, at) => `item ${at}`) };

test('a long response is compressed for a caller that accepts it', async () => {
  const answer = await longJsonAnswer(long, true);
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect(body.length).toBeLessThan(JSON.stringify(long).length / 2);
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(long);
});

test.each([
  ['a short answer', { a: 1 }, true],
  ['an answer to a caller that takes no gzip', long, false],
])('%s is sent uncompressed', async (_, value, takesGzip) => {
  const answer = await longJsonAnswer(value, takesGzip);
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.json()).toEqual(value);
});

test.each([long, { a: 1 }])('a response must not be cached or changed', async (value) => {
  for (const takesGzip of [true, false]) {
    const { headers } = await longJsonAnswer(value, takesGzip);
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('content-type')).toBe('application/json');
  }
});
