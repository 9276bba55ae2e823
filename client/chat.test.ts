import { afterEach, expect, test, vi } from 'vitest';
import { ChatError, type ChatPiece, type ChatRequest, streamChat } from './chat';

const request: ChatRequest = {
  baseUrl: 'http://server.test/deployments/tiny/v1',
  model: 'tiny',
  messages: [{ role: 'user', content: 'Hello' }],
  temperature: 0.7,
  maxTokens: 16,
};

afterEach(() => vi.unstubAllGlobals());

function answerWith(...responses: Response[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return responses.shift() ?? Response.error();
  });
  return sent;
}

/** A stream whose parts are cut without regard to its messages. */
function stream(...parts: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

async function read(more: Partial<ChatRequest> = {}): Promise<ChatPiece[]> {
  const pieces: ChatPiece[] = [];
  for await (const piece of streamChat({ ...request, ...more }, new AbortController().signal)) {
    pieces.push(piece);
  }
  return pieces;
}

test('an answer arrives piece by piece, and its tokens are those that the server counted', async () => {
  const sent = answerWith(
    stream(
      'data: {"choices":[{"delta":{"role":"assistant"}}]}\n\ndata: {"choices":[{"delta":{"con',
      'tent":"Good "}}]}\n\ndata: {"choices":[{"delta":{"content":"day"}}]}\n\n',
      'data: {"choices":[],"usage":{"completion_tokens":7}}\n\ndata: [DONE]\n\n',
    ),
  );
  expect(await read({ key: 'pwk_1' })).toEqual([{ text: 'Good ' }, { text: 'day' }, { tokens: 7 }]);
  expect(sent[0]?.url).toBe('http://server.test/deployments/tiny/v1/chat/completions');
  expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer pwk_1' });
  expect(JSON.parse(String(sent[0]?.init.body))).toMatchObject({
    model: 'tiny',
    stream: true,
    max_tokens: 16,
  });
});

test('a server that does not stream answers at once', async () => {
  answerWith(Response.json({ choices: [{ message: { content: 'Hi' } }], usage: { completion_tokens: 1 } }));
  expect(await read()).toEqual([{ text: 'Hi' }, { tokens: 1 }]);
});

test('a refusal over the rate limit says when to try again', async () => {
  answerWith(
    Response.json(
      { error: { message: 'Over 100 requests per minute.', code: 'rate_limit_exceeded' } },
      { status: 429, headers: { 'retry-after': '12' } },
    ),
  );
  await expect(read()).rejects.toThrow('Refused with 429: Over 100 requests per minute. Try again in 12 s.');
});

test('a missing key is asked for, and other refusals keep their words', async () => {
  answerWith(
    Response.json({ error: { message: 'This deployment needs a key.' } }, { status: 401 }),
    Response.json({ code: 'not_found', message: 'The deployment tiny does not exist.' }, { status: 404 }),
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
  );
  await expect(read()).rejects.toThrow('Enter an API key of this deployment in the settings.');
  await expect(read()).rejects.toThrow('The deployment tiny does not exist.');
  await expect(read()).rejects.toThrow('The server returned status 502.');
});

test('a connection that ends early, an error in the stream and another format are failures', async () => {
  answerWith(
    stream('data: {"choices":[{"delta":{"content":"Go"}}]}\n\n'),
    stream('data: {"error":{"message":"The replica ended."}}\n\n'),
    stream('data: hello\n\n'),
  );
  await expect(read()).rejects.toThrow('The connection ended before the answer was complete.');
  await expect(read()).rejects.toThrow(new ChatError('The replica ended.'));
  await expect(read()).rejects.toThrow('not an OpenAI chat completion');
});
