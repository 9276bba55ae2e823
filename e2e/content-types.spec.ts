import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from './fixtures';

/** Every route of the API, with ids that do not exist. */
const ROUTES = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('route.ts'))
  .map((file) => `/api/${dirname(file).replaceAll(/\[\w+\]/g, 'none')}`);

const UPLOAD = '{"files": {"file": {"filepath": "/etc/passwd", "path": "/etc/passwd", "size": 1}}}';
const PART = (head: string) =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\nfile:///etc/passwd\r\n--x--\r\n`;

/** Bodies with a wrong content type, or that claim to be an upload that was already stored. */
const BODIES: readonly (readonly [type: string, body: string])[] = [
  ['application/json', UPLOAD],
  ['application/json; charset=utf-7', UPLOAD],
  ['application/json-patch+json', '[{"op": "add", "path": "/files", "value": "/etc/passwd"}]'],
  ['text/plain', UPLOAD],
  ['multipart/form-data; boundary=x', PART('name="file"; filename="/etc/passwd"')],
  ['multipart/form-data; boundary=x', PART('name="files[file][filepath]"')],
  ['multipart/form-data', UPLOAD],
  ['multipart/mixed; boundary=x', PART('name="file"')],
  ['application/x-www-form-urlencoded', 'files[file][filepath]=/etc/passwd'],
  ['application/octet-stream', '/etc/passwd'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/json, multipart/form-data; boundary=x', UPLOAD],
];

test('there are routes to test', () => expect(ROUTES.length).toBeGreaterThan(20));

test('a body of any type makes no route return a file of this machine, or fail', async ({ request }) => {
  for (const route of ROUTES) {
    const sent = BODIES.flatMap(([type, data]) =>
      ['POST', 'PUT'].map(async (method) => {
        const answer = await request.fetch(route, { method, headers: { 'content-type': type }, data });
        expect(answer.status(), `${method} ${route} as ${type}`).toBeGreaterThanOrEqual(400);
        expect(answer.status(), `${method} ${route} as ${type}`).toBeLessThan(500);
        expect(await answer.text()).not.toContain('root:');
      }),
    );
    await Promise.all(sent);
  }
});

test('long responses are compressed and can be read with any accepted encoding', async ({ request }) => {
  for (const encoding of ['gzip', 'identity']) {
    const answer = await request.get('/api/v1/actions', { headers: { 'accept-encoding': encoding } });
    expect(answer.headers()['content-encoding'] ?? 'identity').toBe(encoding);
    expect(await answer.json()).toContainEqual(expect.objectContaining({ type: 'http_request' }));
  }
});
