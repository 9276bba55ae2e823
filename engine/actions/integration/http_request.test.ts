import { describe, expect, it } from 'vitest';
import { byParam } from '../../action';
import { ActionError } from '../../errors';
import { type FakeAnswer, fakeContext, fakeFiles, fakeHttp, perform } from '../../testing/fakes';
import { httpRequest } from './http_request';

const url = 'http://service.test/path?q=1';

/** Runs the action with one response; returns its output, the requests and the log. */
async function call(written: Record<string, unknown>, answer: FakeAnswer = {}) {
  const http = fakeHttp(() => answer);
  const ctx = fakeContext({ http });
  const output = await perform(httpRequest, { url, ...written }, ctx);
  const [sent] = http.requests;
  if (sent === undefined) throw new Error('Nothing was sent.');
  return { output, sent, lines: ctx.log.lines };
}

const failure = (written: Record<string, unknown>, answer: FakeAnswer = {}) =>
  call(written, answer).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('http_request', () => {
  it('sends GET by default and returns the response', async () => {
    const { output, sent, lines } = await call({}, { status: 404, headers: { 'x-a': 'b' }, body: { ok: 1 } });
    expect(sent).toMatchObject({ url, method: 'GET' });
    expect(sent.body).toBeUndefined();
    expect(output).toEqual({
      status_code: 404,
      response_body: { ok: 1 },
      headers: { 'content-type': 'application/json', 'x-a': 'b' },
    });
    expect(lines).toEqual([{ level: 'info', message: 'GET service.test returned 404' }]);
  });

  it('sends the trace of the run, unless a header is set', async () => {
    const http = fakeHttp(() => ({}));
    const ctx = fakeContext({ http, traceHeaders: { traceparent: '00-a-b-01', tracestate: 'a=b' } });
    await perform(httpRequest, { url, headers: { TraceParent: 'own' } }, ctx);
    await perform(httpRequest, { url }, ctx);
    expect(http.requests.map(({ headers }) => headers)).toMatchObject([
      { traceparent: 'own', tracestate: 'a=b' },
      { traceparent: '00-a-b-01', tracestate: 'a=b' },
    ]);
  });

  it('warns of a status of 400 or higher, unless expect_status is given', () => {
    const output = (status: number) => ({
      status_code: status,
      response_body: '',
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    expect(httpRequest.warning?.(output(503), {})).toEqual({
      kind: 'http_status',
      code: '503',
      message: 'The response has status 503 (text/html).',
    });
    expect(httpRequest.warning?.(output(302), {})).toBeUndefined();
    expect(httpRequest.warning?.(output(404), { expect_status: '404' })).toBeUndefined();
  });

  it('waits for memory before it parses a value that is larger than its text', async () => {
    const http = fakeHttp(() => ({ body: Array.from({ length: 1000 }, () => []) }));
    const room: number[] = [];
    const refused = new Error('no room');
    const reserveMemory = (bytes: number) => {
      room.push(bytes);
      return Promise.reject(refused);
    };
    const ctx = fakeContext({ http, reserveMemory });
    await expect(perform(httpRequest, { url }, ctx)).rejects.toBe(refused);
    expect(room).toEqual([1001 * 32 + 999 * 8]);
  });

  it('sends the same idempotency key with every attempt, unless the author gives one', async () => {
    expect((await call({ method: 'POST' })).sent.headers['idempotency-key']).toBe('run_1/step_1');
    const headers = { 'Idempotency-Key': 'mine' };
    expect((await call({ method: 'POST', headers })).sent.headers['idempotency-key']).toBe('mine');
  });

  it('sends header values of any scalar type as text', async () => {
    const { sent } = await call({ headers: { 'X-Count': 3, 'X-On': true, 'X-Text': ' a ' } });
    expect(sent.headers).toMatchObject({ 'x-count': '3', 'x-on': 'true', 'x-text': 'a' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('sends the body as JSON with %s', async (method) => {
    const { sent } = await call({ method, body: { a: [1, null] } });
    expect(sent.body).toBe('{"a":[1,null]}');
    expect(sent.headers['content-type']).toBe('application/json');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('sends no body with %s, and logs that', async (method) => {
    const { sent, lines } = await call({ method, body: { a: 1 } });
    expect(sent.body).toBeUndefined();
    expect(lines[0]).toEqual({
      level: 'warning',
      message: `The body was not sent: ${method} requests have no body.`,
    });
  });

  it('sends text as it is', async () => {
    const { sent } = await call({ method: 'POST', body: 'hello' });
    expect(sent).toMatchObject({ body: 'hello', headers: { 'content-type': 'text/plain; charset=utf-8' } });
  });

  it('wraps text as JSON only when it is not JSON already', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await call({ method: 'POST', headers, body: 'hello' })).sent.body).toBe('"hello"');
    expect((await call({ method: 'POST', headers, body: '{"a":1}' })).sent.body).toBe('{"a":1}');
  });

  it('keeps the author’s content type', async () => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    const { sent } = await call({ method: 'POST', headers, body: { a: 1 } });
    expect(sent.headers['content-type']).toBe('application/vnd.api+json');
  });

  it('sends an object as a form when the content type says so', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = { q: 'a b&c', tag: ['x', 'y'], n: 1, none: null, deep: { a: [1] } };
    const { sent } = await call({ method: 'POST', headers, body });
    expect(sent.body).toBe('q=a+b%26c&tag=x&tag=y&n=1&none=&deep=%7B%22a%22%3A%5B1%5D%7D');
    const asText = await call({ method: 'POST', headers, body: 'a=b' });
    expect(asText.sent.body).toBe('a=b');
  });

  it('sends a stored file as it is, by its path or whole', async () => {
    const files = fakeFiles();
    const content = Uint8Array.of(1, 2, 3);
    const file = await files.put({ name: 'a.bin', contentType: 'application/x-thing', content });
    for (const body_file of [file.path, file]) {
      const http = fakeHttp(() => ({}));
      await perform(httpRequest, { url, method: 'PUT', body_file }, fakeContext({ http, files }));
      expect(http.requests[0]).toMatchObject({
        body: content,
        headers: { 'content-type': 'application/x-thing' },
      });
    }
  });

  it('adds query parameters to those of the URL', async () => {
    const query = { 'a b': 'c&d=e', n: 3, on: true, half: '\ud800' };
    expect((await call({ query })).sent.url).toBe(
      'http://service.test/path?q=1&a%20b=c%26d%3De&n=3&on=true&half=%EF%BF%BD',
    );
    expect((await call({ url: 'http://service.test/p#part', query: { a: 'b' } })).sent.url).toBe(
      'http://service.test/p?a=b#part',
    );
  });

  it('passes its limits to the HTTP client', async () => {
    const { sent } = await call({
      connect_timeout_seconds: 2,
      max_response_bytes: 99,
      follow_redirects: false,
    });
    expect(sent).toMatchObject({ connectTimeoutSeconds: 2, limitBytes: 99, maxRedirects: 0 });
    const plain = (await call({})).sent;
    for (const name of ['connectTimeoutSeconds', 'limitBytes', 'maxRedirects'])
      expect(plain).not.toHaveProperty(name);
  });

  it('ends with the reason of its signal', async () => {
    const cancelled = new ActionError('cancelled', 'The run was cancelled.');
    const ctx = fakeContext({ http: fakeHttp(() => ({})), signal: AbortSignal.abort(cancelled) });
    await expect(perform(httpRequest, { url }, ctx)).rejects.toBe(cancelled);
  });

  it('passes its deadline to the HTTP client', async () => {
    const asked: number[] = [];
    const signal = new AbortController().signal;
    const deadline = (seconds: number) => {
      asked.push(seconds);
      return signal;
    };
    const http = fakeHttp(() => ({}));
    await perform(httpRequest, { url }, fakeContext({ http, deadline }));
    await perform(httpRequest, { url, timeout_seconds: 2.5 }, fakeContext({ http, deadline }));
    expect(asked).toEqual([30, 2.5]);
    expect(http.requests[0]?.signal).toBe(signal);
  });

  it('fails with a timeout when no time is left', async () => {
    expect(await failure({ timeout_seconds: 0 })).toMatchObject({ kind: 'timeout' });
  });

  it('fails with the failure of the connection', async () => {
    const broken = new ActionError('connection_error', 'Cannot reach it.');
    const http = fakeHttp(() => Promise.reject(broken));
    await expect(perform(httpRequest, { url }, fakeContext({ http }))).rejects.toBe(broken);
  });
});

describe('the body of the response', () => {
  const read = async (type: string, body: string | Uint8Array) =>
    (await call({}, { headers: { 'content-type': type }, body })).output.response_body;

  it.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json', 'text/json'])(
    'is parsed as %s',
    async (type) => expect(await read(type, '[1]')).toEqual([1]),
  );

  it.each(['text/plain', 'text/html', 'application/jsonl', ''])('is text as %j', async (type) =>
    expect(await read(type, '[1]')).toBe('[1]'),
  );

  it('is text when its type is JSON and it is empty or invalid', async () => {
    expect(await read('application/json', '{oops')).toBe('{oops');
    expect(await read('application/json', '')).toBe('');
  });

  it('is read in its charset, and in UTF-8 when that is unknown', async () => {
    expect(await read('text/plain; charset=iso-8859-1', Uint8Array.of(0xfc))).toBe('ü');
    expect(await read('text/plain; charset="nonsense"', 'ü')).toBe('ü');
  });

  it.each(['text/csv', 'application/xml', 'image/svg+xml', 'application/x-ndjson', 'application/yaml'])(
    'is text as %s',
    async (type) => expect(await read(type, 'a,b')).toBe('a,b'),
  );

  it.each([
    ['image/png', Uint8Array.of(0x89, 0x50)],
    ['application/octet-stream', 'text or not'],
    ['text/plain', Uint8Array.of(0x41, 0, 0x42)],
    ['', Uint8Array.of(0xff, 0xfe, 0xfd)],
  ])('is a stored file as %j', async (type, body) => {
    const files = fakeFiles();
    const http = fakeHttp(() => ({ headers: { 'content-type': type }, body }));
    const ctx = fakeContext({ http, files });
    const output = await perform(httpRequest, { url: 'http://service.test/a/logo%20one.png?x=y' }, ctx);
    const [stored] = files.stored;
    expect(output.response_body).toEqual(stored?.file);
    expect(stored?.file).toMatchObject({ name: 'logo one.png', content_type: type });
    expect(ctx.log.lines.at(-1)?.message).toMatch(/^Stored the response as logo one\.png \(.*bytes\)\.$/);
  });

  it('is UTF-16 text when its type declares it', async () => {
    expect(await read('text/plain; charset=utf-16le', Uint8Array.of(0x41, 0))).toBe('A');
  });

  it('follows response_format instead of its type', async () => {
    const answer = { headers: { 'content-type': 'text/html' }, body: '{"a":1}' };
    const as = async (response_format: string, given: FakeAnswer = answer) =>
      (await call({ response_format }, given)).output.response_body;
    expect(await as('json')).toEqual({ a: 1 });
    expect(await as('text', { ...answer, headers: { 'content-type': 'application/json' } })).toBe('{"a":1}');
    expect(await as('file')).toMatchObject({ name: 'path', content_type: 'text/html', size: 7 });
    expect(await as('json', { body: '' })).toBeNull();
  });

  it('fails when response_format is JSON and the body is not JSON', async () => {
    expect(await failure({ response_format: 'json' }, { body: '<html>' })).toMatchObject({
      kind: 'rejected',
      message: 'The response of service.test is not JSON. Set response_format to text to see the response.',
    });
  });

  const json = (body: string) => ({ headers: { 'content-type': 'application/json' }, body });
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it('is parsed up to 64 levels deep', async () => {
    expect((await call({}, json(nested(64)))).output.response_body).toBeInstanceOf(Array);
  });

  it.each([65, 100_000, 1_000_000])('fails with %i levels', async (levels) => {
    const error = await failure({}, json(nested(levels)));
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(String(error)).toContain('more than 64 levels deep');
  });

  it.each(['1e999', '[-1E+400]', `{"a":1${'0'.repeat(400)}}`])(
    'stays text with a number out of range: %s',
    async (body) => {
      const { output, lines } = await call({}, json(body));
      expect(output.response_body).toBe(body);
      expect(lines).toContainEqual({ level: 'warning', message: expect.stringContaining('kept as text') });
      expect(await failure({ response_format: 'json' }, json(body))).toMatchObject({ kind: 'rejected' });
    },
  );

  it('keeps names such as __proto__ as data', async () => {
    const { output } = await call(
      {},
      json('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(output.response_body)).toBe(Object.prototype);
  });
});

describe('expect_status', () => {
  it.each([
    ['2xx', 204],
    ['2XX', 200],
    [404, 404],
    ['404', 404],
    [['2xx', 404], 404],
  ])('%j accepts %i', async (expect_status, status) => {
    expect((await call({ expect_status }, { status })).output.status_code).toBe(status);
  });

  it('fails for another status, with the status as code', async () => {
    expect(await failure({ expect_status: ['2xx', 404] }, { status: 503 })).toMatchObject({
      kind: 'http_status',
      code: '503',
      message: 'GET service.test returned 503, expected 2xx or 404.',
    });
  });

  it('has the Retry-After of the response, and the beginning of its body', async () => {
    const headers = { 'retry-after': '7' };
    const http = fakeHttp(() => ({ status: 429, headers, body: `slow\r\ndown ${'!'.repeat(600)}` }));
    const ctx = fakeContext({ http });
    await expect(perform(httpRequest, { url, expect_status: '2xx' }, ctx)).rejects.toMatchObject({
      kind: 'http_status',
      code: '429',
      retryAfter: 7,
    });
    const [line] = ctx.log.lines;
    expect(line?.level).toBe('warning');
    expect(line?.message).toMatch(/^The response starts with: slow down !+…$/);
    expect(line?.message.length).toBeLessThan(530);
  });

  it('stores nothing of the response to a failed request', async () => {
    const files = fakeFiles();
    const http = fakeHttp(() => ({ status: 500, headers: { 'content-type': 'image/png' }, body: 'x' }));
    const ctx = fakeContext({ http, files });
    await expect(perform(httpRequest, { url, expect_status: 200 }, ctx)).rejects.toBeInstanceOf(ActionError);
    expect(files.stored).toEqual([]);
    expect(ctx.log.lines).toEqual([]);
  });

  it.each(['ok', 99, '6xx', []])('refuses %j', (expect_status) => {
    expect(httpRequest.params.safeParse({ url, expect_status }).success).toBe(false);
  });
});

describe('bad parameters', () => {
  it.each([
    ['service/path', 'not a URL'],
    ['ftp://service.test/', 'not an HTTP URL'],
    ['http://user:hunter2@service.test/', 'Authorization'],
  ])('refuses the address %s without repeating it', async (address, hint) => {
    const error = await failure({ url: address });
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.url' });
    expect(String(error)).toContain(hint);
    expect(String(error)).not.toContain('hunter2');
  });

  it.each([{ 'bad name': 'x' }, { 'x-a': 'line\r\nbreak' }, { 'x-a': '→' }])(
    'refuses the headers %j',
    async (headers) => {
      expect(await failure({ headers })).toMatchObject({ kind: 'invalid_params', path: 'params.headers' });
    },
  );

  it('refuses a body that is given twice', async () => {
    const body_file = `files/${'0'.repeat(64)}`;
    expect(await failure({ method: 'POST', body: 1, body_file })).toMatchObject({
      kind: 'invalid_params',
      path: 'params.body_file',
    });
  });

  it('fails when the stored file does not exist', async () => {
    const body_file = `files/${'0'.repeat(64)}`;
    expect(await failure({ method: 'POST', body_file })).toMatchObject({ kind: 'invalid_params' });
  });

  it('refuses a Host other than that of the address', async () => {
    expect(await failure({ headers: { Host: 'other.test' } })).toMatchObject({
      kind: 'invalid_params',
      path: 'params.headers',
    });
    expect((await call({ headers: { Host: 'service.test' } })).output.status_code).toBe(200);
  });

  it.each([
    {},
    { url: '' },
    { url, method: 'TRACE' },
    { url, timeout_seconds: -1 },
    { url, headers: { a: {} } },
    { url, timeout_seconds: 301 },
    { url, query: { a: [] } },
    { url, body_file: '/etc/passwd' },
    { url, body_file: 'files/../secrets' },
    { url, body_file: { name: 'x' } },
    { url, max_response_bytes: 0 },
    { url, max_response_bytes: 10_000_001 },
    { url, response_format: 'xml' },
  ])('refuses %j', (params) => expect(httpRequest.params.safeParse(params).success).toBe(false));
});

describe('side effects', () => {
  it.each([
    ['GET', 'read', true],
    ['HEAD', 'read', true],
    ['OPTIONS', 'read', true],
    ['PUT', 'write', true],
    ['DELETE', 'write', true],
    ['POST', 'write', false],
    ['PATCH', 'write', false],
  ])('%s is %s; idempotent: %s', (method, effect, idempotent) => {
    expect(byParam(httpRequest.effect, { method })).toBe(effect);
    expect(byParam(httpRequest.idempotent, { method })).toBe(idempotent);
  });
});
