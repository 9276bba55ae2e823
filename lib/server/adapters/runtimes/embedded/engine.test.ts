import { describe, expect, test } from 'vitest';
import { type Engine, loadEngine, NoBinaryError } from './engine';
import type { GenerationOptions, HistoryItem, LlamaModule, StopReason } from './llama-module';
import { readChatRequest, readCompletionRequest } from './requests';

/** Records what the engine asks of llama.cpp. */
function recorder({ template = '{{ messages }}', stopReason = 'eogToken' as StopReason } = {}) {
  const calls: string[] = [];
  const histories: (readonly HistoryItem[])[] = [];
  const options: Omit<GenerationOptions, 'signal' | 'onToken'>[] = [];
  const tokens = (text: string) => [...text].map((_, at) => at);
  const generate = async ({ signal, onToken, ...rest }: GenerationOptions) => {
    options.push(rest);
    onToken([1, 2]);
    onToken([3]);
    signal.throwIfAborted();
    return { metadata: { stopReason } };
  };
  class Wrapper {
    constructor() {
      calls.push('chat template');
      if (template === 'broken') throw new Error('The template is broken.');
    }
    generateContextState({ chatHistory }: { readonly chatHistory: readonly HistoryItem[] }) {
      histories.push(chatHistory);
      const text = chatHistory.map((item) => ('text' in item ? item.text : item.response.join(''))).join('');
      return { contextText: { tokenize: () => tokens(text) } };
    }
  }
  class Chat {
    generateResponse(
      history: readonly HistoryItem[],
      { onResponseChunk, ...rest }: Parameters<InstanceType<LlamaModule['LlamaChat']>['generateResponse']>[1],
    ) {
      histories.push(history);
      onResponseChunk({ segmentType: 'thought', text: 'hm' });
      onResponseChunk({ segmentType: undefined, text: 'yes' });
      return generate(rest);
    }
    dispose(given: { readonly disposeSequence: boolean }) {
      calls.push(`dispose, sequence too: ${given.disposeSequence}`);
    }
  }
  class Completion {
    generateCompletionWithMeta(_prompt: readonly number[], given: GenerationOptions) {
      return generate(given);
    }
    dispose(given: { readonly disposeSequence: boolean }) {
      calls.push(`dispose, sequence too: ${given.disposeSequence}`);
    }
  }
  const llama: LlamaModule = {
    getLlama: async (given) => {
      calls.push(`llama ${JSON.stringify(given)}`);
      return {
        loadModel: async () => ({
          tokenizer: tokens,
          tokenize: tokens,
          fileInfo: { metadata: { tokenizer: { chat_template: template === '' ? undefined : template } } },
          createContext: async (context) => {
            calls.push(`context ${JSON.stringify(context)}`);
            return {
              contextSize: 100,
              getSequence: () => ({
                clearHistory: async () => {
                  calls.push('clear');
                },
              }),
            };
          },
          createEmbeddingContext: async () => {
            calls.push('embedding context');
            return { getEmbeddingFor: async () => ({ vector: [1] }), dispose: async () => undefined };
          },
        }),
      };
    },
    resolveChatWrapper: () => {
      calls.push('known template');
      return { generateContextState: () => ({ contextText: { tokenize: () => [] } }) };
    },
    JinjaTemplateChatWrapper: Wrapper,
    LlamaChat: Chat,
    LlamaCompletion: Completion,
  };
  return { llama, calls, histories, options };
}

const load = (llama: LlamaModule) => loadEngine(llama, { path: '/m', threads: 1, contextSize: 4096 });

const chat = (engine: Engine, body: object = {}) =>
  engine.chat(readChatRequest({ messages: [{ role: 'user', content: 'hi' }], ...body }), {
    signal: new AbortController().signal,
    onPiece: () => undefined,
  });

describe('the embedded runtime and llama.cpp', () => {
  test('uses the CPU with the given threads, and never compiles', async () => {
    const { llama, calls } = recorder();
    await load(llama);
    expect(calls).toEqual([
      'llama {"gpu":false,"build":"never","progressLogs":false,"logLevel":"error","maxThreads":1}',
      'context {"contextSize":{"max":4096},"threads":1,"sequences":1}',
      'chat template',
    ]);
  });

  test('says that a machine without a fitting binary is the reason', async () => {
    const { llama } = recorder();
    const without = { ...llama, getLlama: () => Promise.reject(new Error('NoBinaryFoundError')) };
    await expect(load(without)).rejects.toThrow(
      new NoBinaryError('llama.cpp does not run on this machine: NoBinaryFoundError'),
    );
  });

  test('reads the chat template once, at the start', async () => {
    const { llama, calls } = recorder();
    const engine = await load(llama);
    await chat(engine);
    await chat(engine);
    expect(calls.filter((call) => call === 'chat template')).toHaveLength(1);
  });

  test.each(['', 'broken'])('takes a known template where that of the file is %j', async (template) => {
    const { llama, calls } = recorder({ template });
    await load(llama);
    expect(calls.at(-1)).toBe('known template');
  });

  test('keeps its sequence, and clears it after each request', async () => {
    const { llama, calls } = recorder();
    const engine = await load(llama);
    const before = calls.length;
    await chat(engine);
    await engine.complete(readCompletionRequest({ prompt: 'a' }), {
      signal: new AbortController().signal,
      onPiece: () => undefined,
    });
    const one = ['dispose, sequence too: false', 'clear'];
    expect(calls.slice(before)).toEqual([...one, ...one]);
  });

  test('clears it after a cancelled request too', async () => {
    const { llama, calls } = recorder();
    const engine = await load(llama);
    const request = readChatRequest({ messages: [{ role: 'user', content: 'hi' }] });
    const listener = { signal: AbortSignal.abort(new Error('gone')), onPiece: () => undefined };
    await expect(engine.chat(request, listener)).rejects.toThrow('gone');
    expect(calls.at(-1)).toBe('clear');
  });

  test('adds no system prompt', async () => {
    const { llama, histories } = recorder();
    await chat(await load(llama));
    expect(histories).toEqual([
      [
        { type: 'user', text: 'hi' },
        { type: 'model', response: [] },
      ],
      [
        { type: 'user', text: 'hi' },
        { type: 'model', response: [] },
      ],
    ]);
  });

  test('penalizes no repetition that the client did not ask to penalize', async () => {
    const { llama, options } = recorder();
    const engine = await load(llama);
    await chat(engine);
    await chat(engine, {
      presence_penalty: 0.5,
      stop: 'x',
      seed: 7,
      top_p: 0.9,
      temperature: 0,
      max_tokens: 5,
    });
    expect(options).toEqual([
      { maxTokens: 98, temperature: 1, repeatPenalty: false, customStopTriggers: [] },
      {
        maxTokens: 5,
        temperature: 0,
        topP: 0.9,
        seed: 7,
        repeatPenalty: { penalty: 1, frequencyPenalty: 0, presencePenalty: 0.5 },
        customStopTriggers: ['x'],
      },
    ]);
  });

  test.each([
    ['eogToken', 'stop'],
    ['customStopTrigger', 'stop'],
    ['maxTokens', 'length'],
  ] as const)('%s is the finish reason %s, with the tokens counted', async (stopReason, finishReason) => {
    const { llama } = recorder({ stopReason });
    expect(await chat(await load(llama))).toEqual({ finishReason, promptTokens: 2, completionTokens: 3 });
  });

  test('separates reasoning from the answer', async () => {
    const { llama } = recorder();
    const pieces: unknown[] = [];
    await (await load(llama)).chat(readChatRequest({ messages: [{ role: 'user', content: 'hi' }] }), {
      signal: new AbortController().signal,
      onPiece: (piece) => pieces.push(piece),
    });
    expect(pieces).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'content', text: 'yes' },
    ]);
  });

  test('opens a context for embeddings at the first request for one, and once', async () => {
    const { llama, calls } = recorder();
    const engine = await load(llama);
    expect(calls).not.toContain('embedding context');
    await engine.embed('a');
    await engine.embed('b');
    expect(calls.filter((call) => call === 'embedding context')).toHaveLength(1);
  });

  test('refuses a prompt that leaves no room for an answer', async () => {
    const engine = await load(recorder().llama);
    await expect(chat(engine, { messages: [{ role: 'user', content: 'a'.repeat(100) }] })).rejects.toThrow(
      'The request has 100 tokens, more than the context limit of this replica (99). Shorten the request.',
    );
  });
});
