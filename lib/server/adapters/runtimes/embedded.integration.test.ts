import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { InferenceServer } from './embedded/server';
import { readyReplica, startReplica, stopReplica, type TestReplica, tinyModelFile } from './testing/replica';

const usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
});
const chatAnswer = z.object({
  object: z.literal('chat.completion'),
  model: z.literal('tiny'),
  choices: z.tuple([
    z.object({
      finish_reason: z.enum(['stop', 'length']),
      message: z.object({ role: z.literal('assistant'), content: z.string() }),
    }),
  ]),
  usage,
});
const chatChunk = z.object({
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({
      delta: z.object({ role: z.string().optional(), content: z.string().optional() }),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: usage.optional(),
});
const textAnswer = z.object({ choices: z.tuple([z.object({ text: z.string() })]), usage });
const embeddings = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.union([z.string(), z.array(z.number())]) })),
  usage: z.object({ prompt_tokens: z.number() }),
});
const failure = z.object({
  error: z.object({ message: z.string(), type: z.string(), code: z.string(), param: z.string().nullable() }),
});

const messages = [{ role: 'user', content: 'hi' }];
/** Takes the model about two seconds, and is cancelled by then. */
const LONG = { messages, max_tokens: 2000, temperature: 0, stream: true };

let model: Awaited<ReturnType<typeof tinyModelFile>>;
let replica: TestReplica;
let address: string;

beforeAll(async () => {
  model = await tinyModelFile();
  replica = startReplica({ modelPath: model.path });
  address = await readyReplica(replica);
});
afterAll(async () => {
  await stopReplica(replica);
  await model.remove();
});

function post(path: string, body: unknown, base = address): Promise<Response> {
  return fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function chat(body: object) {
  const { choices, usage: used } = chatAnswer.parse(
    await (await post('/v1/chat/completions', { messages, temperature: 0, max_tokens: 24, ...body })).json(),
  );
  return { text: choices[0].message.content, finishReason: choices[0].finish_reason, usage: used };
}

/** The JSON of each event; the last one is `[DONE]`. */
async function eventsOf(response: Response): Promise<unknown[]> {
  const events = (await response.text()).split('\n\n').filter((event) => event !== '');
  expect(events.at(-1)).toBe('data: [DONE]');
  return events.slice(0, -1).map((event) => JSON.parse(event.replace(/^data: /, '')));
}

describe('a replica on the embedded runtime', () => {
  test('answers a conversation, and the same way each time at temperature 0', async () => {
    const first = await chat({});
    expect(first).toMatchObject({
      finishReason: 'length',
      // <|user|> h i </s> <|assistant|>: nothing that the client did not send.
      usage: { prompt_tokens: 5, completion_tokens: 24, total_tokens: 29 },
    });
    expect(first.text).toMatch(/^[\x20-\x7e]{24}$/);
    await chat({ messages: [{ role: 'user', content: 'something else' }] });
    expect(await chat({})).toEqual(first);
  });

  test('answers the same way for a seed, and another way for another', async () => {
    const [first, again, other] = [
      await chat({ temperature: 1, seed: 1 }),
      await chat({ temperature: 1, seed: 1 }),
      await chat({ temperature: 1, seed: 2 }),
    ];
    expect(again).toEqual(first);
    expect(other.text).not.toBe(first.text);
  });

  test('reads the messages before the last one', async () => {
    const short = await chat({});
    const long = await chat({
      messages: [
        { role: 'system', content: 'be brief' },
        ...messages,
        { role: 'assistant', content: 'yes' },
        ...messages,
      ],
    });
    expect(long.text).not.toBe(short.text);
    expect(long.usage.prompt_tokens).toBeGreaterThan(short.usage.prompt_tokens);
  });

  test('streams the same answer in parts, with the usage at the end', async () => {
    const { text, usage: used } = await chat({});
    const response = await post('/v1/chat/completions', {
      messages,
      temperature: 0,
      max_tokens: 24,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const chunks = (await eventsOf(response)).map((event) => chatChunk.parse(event));
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')).toBe(text);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('length');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: used });
    expect(chunks.length).toBeGreaterThan(10);
  });

  test('stops before a text of the client', async () => {
    const { text } = await chat({});
    const stop = text.slice(6, 9);
    const stopped = await chat({ stop: [stop] });
    expect(stopped).toMatchObject({ finishReason: 'stop', text: text.slice(0, text.indexOf(stop)) });
  });

  test('completes a text', async () => {
    const response = await post('/v1/completions', { prompt: 'once upon', max_tokens: 8, temperature: 0 });
    const { choices, usage: used } = textAnswer.parse(await response.json());
    expect(choices[0].text).toHaveLength(8);
    expect(used.completion_tokens).toBe(8);
    const stream = await post('/v1/completions', {
      prompt: 'once upon',
      max_tokens: 8,
      temperature: 0,
      stream: true,
    });
    const parts = (await eventsOf(stream)).map((event) =>
      z.object({ choices: textAnswer.shape.choices }).parse(event),
    );
    expect(parts.map((part) => part.choices[0].text).join('')).toBe(choices[0].text);
  });

  test('embeds texts as numbers and, on request, as base64', async () => {
    const plain = embeddings.parse(await (await post('/v1/embeddings', { input: ['a', 'bcd'] })).json());
    expect(plain.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(plain.usage.prompt_tokens).toBeGreaterThan(3);
    const packed = embeddings.parse(
      await (await post('/v1/embeddings', { input: 'bcd', encoding_format: 'base64' })).json(),
    );
    const bytes = Buffer.from(z.string().parse(packed.data[0]?.embedding), 'base64');
    const floats = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
    expect(floats).toHaveLength(64);
    const expected = z.array(z.number()).parse(plain.data[1]?.embedding);
    expect(floats).toEqual(expected.map(Math.fround));
  });

  test('names its model', async () => {
    const models = z.object({ data: z.array(z.object({ id: z.string() })) });
    expect(models.parse(await (await fetch(`${address}/v1/models`)).json()).data).toEqual([
      expect.objectContaining({ id: 'tiny' }),
    ]);
  });

  test.each([
    ['/v1/chat/completions', { messages: [] }, 400, 'invalid_request'],
    [
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: 'x'.repeat(3000) }] },
      400,
      'context_length_exceeded',
    ],
    ['/v1/embeddings', { input: 'x'.repeat(3000) }, 400, 'context_length_exceeded'],
    ['/v1/embeddings', { input: '' }, 400, 'invalid_request'],
    ['/v1/images/generations', {}, 404, 'not_found'],
  ])('refuses %s with a reason', async (path, body, status, code) => {
    const response = await post(path, body);
    expect(response.status).toBe(status);
    expect(failure.parse(await response.json()).error).toMatchObject({ type: 'invalid_request_error', code });
  });

  test.each([
    ['text/plain', '{}', 415],
    ['application/json', '{', 400],
    ['application/json', `"${'x'.repeat(10_000_001)}"`, 413],
  ])('refuses a body of %s that it cannot read', async (type, body, status) => {
    const request = { method: 'POST', headers: { 'content-type': type }, body };
    const response = await fetch(`${address}/v1/completions`, request).catch((error: unknown) => error);
    // The connection may be closed before a large body is sent.
    if (response instanceof Response) expect(response.status).toBe(status);
    else expect(status).toBe(413);
    expect((await fetch(`${address}/health`)).status).toBe(200);
  });

  test.each([
    ['127.0.0.1:1', 200],
    ['localhost', 200],
    ['evil.example.org', 421],
    ['127.0.0.1.evil.example.org:80', 421],
  ])('answers the host %s with %i', async (host, status) => {
    const answered = await new Promise((resolve, reject) => {
      get(`${address}/v1/models`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).once('error', reject);
    });
    expect(answered).toBe(status);
  });

  test('is free again when a client leaves in the middle of an answer', async () => {
    const client = new AbortController();
    const response = await fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(LONG),
      signal: client.signal,
    });
    await response.body?.getReader().read();
    client.abort();
    expect((await chat({})).text).toHaveLength(24);
  });
});

describe('the life of a replica', () => {
  test('it answers 503 until the model is loaded, then 200', async () => {
    const server = new InferenceServer({ name: 'tiny', queue: 1, report: () => undefined });
    const base = `http://127.0.0.1:${await server.listen(0)}`;
    const health = await fetch(`${base}/health`);
    expect(health.status).toBe(503);
    expect(failure.parse(await health.json()).error.code).toBe('loading');
    expect((await post('/v1/chat/completions', { messages }, base)).status).toBe(503);
    const unused = () => Promise.reject(new Error('Nobody asks.'));
    server.serve({ chat: unused, complete: unused, embed: unused });
    expect((await fetch(`${base}/health`)).status).toBe(200);
    await server.drain();
  });

  test('it becomes ready, and ends without an error', async () => {
    const starting = startReplica({ modelPath: model.path });
    await readyReplica(starting);
    expect((await stopReplica(starting)).code).toBe(0);
  });

  test('after SIGTERM it finishes the answer in flight, and takes no other request', async () => {
    const ending = startReplica({ modelPath: model.path });
    const base = await readyReplica(ending);
    const response = await post('/v1/chat/completions', { ...LONG, max_tokens: 400 }, base);
    ending.child.kill('SIGTERM');
    const events = await eventsOf(response);
    expect(chatChunk.parse(events.at(-1)).choices[0]?.finish_reason).toMatch(/stop|length/);
    expect((await ending.exit).code).toBe(0);
    await expect(fetch(`${base}/health`)).rejects.toThrow();
  });

  test('after SIGTERM it closes connections on which no request has arrived', async () => {
    const ending = startReplica({ modelPath: model.path });
    const socket = connect(Number(new URL(await readyReplica(ending)).port), '127.0.0.1');
    await once(socket, 'connect');
    expect((await stopReplica(ending)).code).toBe(0);
    socket.destroy();
  });

  test('it refuses requests over the limit of its queue, and says when to try again', async () => {
    const busy = startReplica({ modelPath: model.path, args: ['--queue=0'] });
    const base = await readyReplica(busy);
    const first = await post('/v1/chat/completions', LONG, base);
    const second = await post('/v1/chat/completions', { messages }, base);
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
    expect(failure.parse(await second.json()).error.code).toBe('queue_full');
    // Busy is not dead.
    expect((await fetch(`${base}/health`)).status).toBe(200);
    await first.body?.cancel();
    await stopReplica(busy);
  });

  test('it ends when its parent is gone', async () => {
    const orphan = startReplica({ modelPath: model.path });
    await readyReplica(orphan);
    orphan.child.stdin?.end();
    expect((await orphan.exit).code).toBe(0);
  });

  test.each([
    [
      'no model',
      'not a model',
      3,
      /^The model .*tiny\.gguf\.txt cannot be loaded: .* Check that it is a complete GGUF file\.$/m,
    ],
    ['cut off', undefined, 3, /^The model .* cannot be loaded: .* Check that it is a complete GGUF file\.$/m],
  ])('with a file that is %s it ends with a code and the reason', async (_, content, code, reason) => {
    const path = `${model.path}.txt`;
    await writeFile(path, content ?? (await readFile(model.path)).subarray(0, 300_000));
    const exit = await startReplica({ modelPath: path }).exit;
    expect(exit.code).toBe(code);
    expect(exit.stderr).toMatch(reason);
  });

  test('with a port that is taken it ends with a code and the reason', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = z.object({ port: z.number() }).parse(other.address());
    const exit = await startReplica({ modelPath: model.path, port }).exit;
    other.close();
    expect(exit.code).toBe(5);
    expect(exit.stderr).toContain(`Port ${port} cannot be used: listen EADDRINUSE`);
  });

  test('its program is one file, made of the runtime alone', async () => {
    const folder = join('node_modules', '.cache', 'pipewright');
    const record = (await readdir(folder)).find((name) => /^embedded-runtime-\w+\.json$/.test(name));
    const { inputs } = z
      .object({ inputs: z.array(z.string()) })
      .parse(JSON.parse(await readFile(join(folder, record ?? ''), 'utf8')));
    expect(inputs.length).toBeGreaterThan(5);
    expect(inputs.filter((input) => !input.startsWith('lib/server/adapters/runtimes/embedded/'))).toEqual([]);
  });
});
