import { describe, expect, test } from 'vitest';
import { readOptions } from './options';
import { RequestQueue } from './queue';
import { readChatRequest, readCompletionRequest, readEmbeddingsRequest } from './requests';

const messages = [{ role: 'user', content: 'hi' }];

describe('requests', () => {
  test('text parts of a message are joined, and null counts as absent', () => {
    const request = readChatRequest({
      messages: [
        {
          role: 'developer',
          content: [
            { type: 'text', text: 'be ' },
            { type: 'text', text: 'brief' },
          ],
        },
        { role: 'assistant', content: 'ok' },
      ],
      max_tokens: null,
      stop: null,
      tools: null,
      unknown_field: 1,
    });
    expect(request.history).toEqual([
      { type: 'system', text: 'be brief' },
      { type: 'model', response: ['ok'] },
    ]);
    expect(request).toMatchObject({ maxTokens: 1024, temperature: 1, stop: [], isStream: false });
  });

  test('max_completion_tokens is the newer name of max_tokens', () => {
    expect(readChatRequest({ messages, max_tokens: 5, max_completion_tokens: 3 }).maxTokens).toBe(3);
  });

  test.each([
    [() => readChatRequest({}), 'messages: '],
    [() => readChatRequest({ messages: [] }), 'messages: '],
    [
      () => readChatRequest({ messages: [{ role: 'tool', content: 'x' }] }),
      'messages.0.role: must be system,',
    ],
    [
      () => readChatRequest({ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }),
      'messages.0.content: must be text: this runtime does not support images or audio.',
    ],
    [() => readChatRequest({ messages, temperature: 3 }), 'temperature: '],
    [() => readChatRequest({ messages, max_tokens: 0 }), 'max_tokens: '],
    [() => readChatRequest({ messages, n: 2 }), 'n: must be 1: this runtime returns one answer per request.'],
    [() => readChatRequest({ messages, tools: [{}] }), 'tools: is not supported by this runtime'],
    [
      () => readChatRequest({ messages, response_format: { type: 'json_object' } }),
      'must be text: this runtime has no',
    ],
    [() => readChatRequest({ messages, stop: ['a', 'b', 'c', 'd', 'e'] }), 'stop: '],
    [() => readCompletionRequest({ prompt: ['a'] }), 'prompt: must be a string.'],
    [() => readCompletionRequest({ prompt: 'a', echo: true }), 'echo: is not supported by this runtime.'],
    [() => readEmbeddingsRequest({ input: [[1, 2]] }), 'input: must be a string or up to 2048 strings.'],
    [() => readEmbeddingsRequest({ input: 'a', dimensions: 3 }), 'dimensions: is not supported'],
    [() => readChatRequest('text'), 'The body: '],
  ])('%s is refused with the field', (read, message) => {
    expect(read).toThrow(message);
  });
});

describe('the command line', () => {
  test('has one thread unless more are given', () => {
    expect(readOptions(['--model=/m'])).toEqual({
      model: '/m',
      port: 0,
      name: 'model',
      threads: 1,
      contextSize: 4096,
      queue: 64,
    });
  });

  test.each([
    [[], '--model must be the path of a GGUF file.'],
    [['--model=/m', '--threads=0'], '--threads must be a whole number from 1 to 1024, but is "0".'],
    [['--model=/m', '--port=x'], '--port must be a whole number from 0 to 65535, but is "x".'],
    [['--model=/m', '--host=0.0.0.0'], "Unknown option '--host'"],
  ])('%j is refused', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});

describe('the queue', () => {
  const signal = new AbortController().signal;
  const gate = () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  };

  test('runs one request at a time, in their order', async () => {
    const queue = new RequestQueue(2);
    const first = gate();
    const order: string[] = [];
    const work = (name: string, until?: Promise<void>) =>
      queue.run(signal, async () => {
        order.push(`${name} begins`);
        await until;
        order.push(`${name} ends`);
      });
    const all = [work('a', first.opened), work('b'), work('c')];
    expect([queue.isBusy, queue.length]).toEqual([true, 2]);
    first.open();
    await Promise.all(all);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect([queue.isBusy, queue.length]).toEqual([false, 0]);
  });

  test('refuses a request over its limit, and continues after a failed one', async () => {
    const queue = new RequestQueue(1);
    const first = gate();
    const failing = queue.run(signal, () => first.opened.then(() => Promise.reject(new Error('failed'))));
    const second = queue.run(signal, async () => 'second');
    await expect(queue.run(signal, async () => 'third')).rejects.toMatchObject({
      status: 503,
      code: 'queue_full',
    });
    first.open();
    await expect(failing).rejects.toThrow('failed');
    expect(await second).toBe('second');
  });

  test('forgets a request whose client left', async () => {
    const queue = new RequestQueue(1);
    const first = gate();
    const running = queue.run(signal, () => first.opened);
    const client = new AbortController();
    const left = queue.run(client.signal, async () => 'never');
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(queue.length).toBe(0);
    first.open();
    await running;
    expect(queue.isBusy).toBe(false);
  });
});
