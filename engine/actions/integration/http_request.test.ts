import { describe, expect, it } from 'vitest';
import { byParam } from '../../action';
import { ActionError } from '../../errors';
import { type FakeAnswer, fakeContext, fakeHttp, perform } from '../../testing/fakes';
import { httpRequest } from './http_request';

const url = 'http://service.test/path?q=1';

/** Runs the action against one answer; gives its output, what was sent and the log. */
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
  it('sends GET by default and keeps the answer', async () => {
    const { output, sent, lines } = await call({}, { status: 404, headers: { 'x-a': 'b' }, body: { ok: 1 } });
    expect(sent).toMatchObject({ url, method: 'GET' });
    expect(sent.body).toBeUndefined();
    expect(output).toEqual({
      status_code: 404,
      response_body: { ok: 1 },
      headers: { 'content-type': 'application/json', 'x-a': 'b' },
    });
    expect(lines).toEqual([{ level: 'info', message: 'GET service.test answered 404' }]);
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

  it.each(['GET', 'HEAD'])('sends no body with %s, and says so', async (method) => {
    const { sent, lines } = await call({ method, body: { a: 1 } });
    expect(sent.body).toBeUndefined();
    expect(lines[0]).toEqual({ level: 'warning', message: `The body was not sent: ${method} carries none.` });
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

  it('passes the deadline on', async () => {
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

  it('fails as a timeout when there is no time', async () => {
    expect(await failure({ timeout_seconds: 0 })).toMatchObject({ kind: 'timeout' });
  });

  it('lets the failure of the connection through', async () => {
    const broken = new ActionError('connection_error', 'Cannot reach it.');
    const http = fakeHttp(() => Promise.reject(broken));
    await expect(perform(httpRequest, { url }, fakeContext({ http }))).rejects.toBe(broken);
  });
});

describe('the answer’s body', () => {
  const read = async (type: string, body: string | Uint8Array) =>
    (await call({}, { headers: { 'content-type': type }, body })).output.response_body;

  it.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json', 'text/json'])(
    'is parsed as %s',
    async (type) => expect(await read(type, '[1]')).toEqual([1]),
  );

  it.each(['text/plain', 'text/html', 'application/jsonl', ''])('is text as %j', async (type) =>
    expect(await read(type, '[1]')).toBe('[1]'),
  );

  it('is text when it is said to be JSON and is not, or is empty', async () => {
    expect(await read('application/json', '{oops')).toBe('{oops');
    expect(await read('application/json', '')).toBe('');
  });

  it('is read in its charset, and in UTF-8 when that is unknown', async () => {
    expect(await read('text/plain; charset=iso-8859-1', Uint8Array.of(0xfc))).toBe('ü');
    expect(await read('text/plain; charset="nonsense"', 'ü')).toBe('ü');
  });

  it('is text as well as can be when it is binary', async () => {
    expect(await read('image/png', Uint8Array.of(0x89, 0x50))).toBe('\ufffdP');
  });
});

describe('expect_status', () => {
  it.each([
    ['2xx', 204],
    ['2XX', 200],
    [404, 404],
    ['404', 404],
    [['2xx', 404], 404],
  ])('%j takes %i', async (expect_status, status) => {
    expect((await call({ expect_status }, { status })).output.status_code).toBe(status);
  });

  it('makes another answer a failure with its status as code', async () => {
    expect(await failure({ expect_status: ['2xx', 404] }, { status: 503 })).toMatchObject({
      kind: 'http_status',
      code: '503',
      message: 'GET service.test answered 503, expected 2xx or 404.',
    });
  });

  it.each(['ok', 99, '6xx', []])('refuses %j', (expect_status) => {
    expect(httpRequest.params.safeParse({ url, expect_status }).success).toBe(false);
  });
});

describe('bad parameters', () => {
  it.each([
    ['service/path', 'not a URL'],
    ['ftp://service.test/', 'ftp:'],
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

  it.each([
    {},
    { url: '' },
    { url, method: 'TRACE' },
    { url, timeout_seconds: -1 },
    { url, headers: { a: {} } },
  ])('refuses %j', (params) => expect(httpRequest.params.safeParse(params).success).toBe(false));
});

describe('what it does to the world', () => {
  it.each([
    ['GET', 'read', true],
    ['HEAD', 'read', true],
    ['PUT', 'write', true],
    ['DELETE', 'write', true],
    ['POST', 'write', false],
    ['PATCH', 'write', false],
  ])('%s is %s; idempotent: %s', (method, effect, idempotent) => {
    expect(byParam(httpRequest.effect, { method })).toBe(effect);
    expect(byParam(httpRequest.idempotent, { method })).toBe(idempotent);
  });
});
