import { ApiError } from './api-error';
import type {
  ChatWrapper,
  Context,
  EmbeddingContext,
  GenerationOptions,
  HistoryItem,
  Llama,
  LlamaModel,
  LlamaModule,
  Sequence,
  StopReason,
} from './llama-module';
import type { ChatRequest, CompletionRequest, Sampling } from './requests';

/** A part of an answer: text, or reasoning before it. */
export interface AnswerPiece {
  readonly kind: 'content' | 'reasoning';
  readonly text: string;
}

/** What a generation used, and how it ended. */
export interface Ending {
  readonly finishReason: 'stop' | 'length';
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Receives an answer while it is generated. */
export interface Listener {
  readonly signal: AbortSignal;
  readonly onPiece: (piece: AnswerPiece) => void;
}

export interface LoadOptions {
  readonly path: string;
  readonly threads: number;
  readonly contextSize: number;
}

/** A loaded model. Methods share one context, so they must not run concurrently. */
export interface Engine {
  /** @throws ApiError 400 when the conversation is too long; the reason of the signal */
  chat(request: ChatRequest, listener: Listener): Promise<Ending>;
  /** @throws ApiError 400 when the prompt is too long; the reason of the signal */
  complete(request: CompletionRequest, listener: Listener): Promise<Ending>;
  /** @throws ApiError 400 when the text is too long */
  embed(text: string): Promise<{ readonly vector: readonly number[]; readonly tokens: number }>;
}

/** No prebuilt binary of llama.cpp runs on this machine. */
export class NoBinaryError extends Error {
  override readonly name = 'NoBinaryError';
}

/** Loads a model. @throws NoBinaryError; the error of llama.cpp for an invalid file */
export async function loadEngine(llama: LlamaModule, options: LoadOptions): Promise<Engine> {
  const { path, threads, contextSize } = options;
  const library = await openLibrary(llama, threads);
  const model = await library.loadModel({ modelPath: path });
  const context = await model.createContext({ contextSize: { max: contextSize }, threads, sequences: 1 });
  return new LlamaEngine({ llama, model, context, threads, chatWrapper: chatWrapperOf(llama, model) });
}

async function openLibrary(llama: LlamaModule, threads: number): Promise<Llama> {
  try {
    // "never" prevents cloning and compiling llama.cpp when no binary is suitable.
    return await llama.getLlama({
      gpu: false,
      build: 'never',
      progressLogs: false,
      logLevel: 'error',
      maxThreads: threads,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NoBinaryError(`llama.cpp does not run on this machine: ${reason}`, { cause });
  }
}

/**
 * The chat template of a model, resolved once because this takes seconds. The template of the file is used without a
 * comparison with known templates, which takes seconds as well.
 */
function chatWrapperOf(llama: LlamaModule, model: LlamaModel): ChatWrapper {
  const template = model.fileInfo.metadata?.tokenizer?.chat_template;
  if (typeof template !== 'string' || template.trim() === '')
    return llama.resolveChatWrapper(model, { noJinja: true });
  try {
    return new llama.JinjaTemplateChatWrapper({ template, tokenizer: model.tokenizer });
  } catch {
    // The template is not supported: a known one for this kind of model is better than none.
    return llama.resolveChatWrapper(model, { noJinja: true });
  }
}

interface Parts {
  readonly llama: LlamaModule;
  readonly model: LlamaModel;
  readonly context: Context;
  readonly threads: number;
  readonly chatWrapper: ChatWrapper;
}

class LlamaEngine implements Engine {
  readonly #parts: Parts;
  readonly #sequence: Sequence;
  #embeddings: Promise<EmbeddingContext> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sequence = parts.context.getSequence();
  }

  async chat(request: ChatRequest, { signal, onPiece }: Listener): Promise<Ending> {
    const { llama, model, chatWrapper } = this.#parts;
    // Only the messages of the client: a default system prompt would not fit into small contexts.
    const history: readonly HistoryItem[] = [...request.history, { type: 'model', response: [] }];
    const prompt = chatWrapper
      .generateContextState({ chatHistory: history })
      .contextText.tokenize(model.tokenizer);
    const chat = new llama.LlamaChat({
      contextSequence: this.#sequence,
      chatWrapper,
      autoDisposeSequence: false,
    });
    return this.#generate({ request, signal, promptTokens: prompt.length, disposable: chat }, (options) =>
      chat.generateResponse(history, {
        ...options,
        onResponseChunk: ({ segmentType, text }) =>
          onPiece({ kind: segmentType === 'thought' ? 'reasoning' : 'content', text }),
      }),
    );
  }

  async complete(request: CompletionRequest, { signal, onPiece }: Listener): Promise<Ending> {
    const { llama, model } = this.#parts;
    const prompt = model.tokenize(request.prompt);
    const completion = new llama.LlamaCompletion({
      contextSequence: this.#sequence,
      autoDisposeSequence: false,
    });
    return this.#generate(
      { request, signal, promptTokens: prompt.length, disposable: completion },
      (options) =>
        completion.generateCompletionWithMeta(prompt, {
          ...options,
          disableContextShift: true,
          onTextChunk: (text) => onPiece({ kind: 'content', text }),
        }),
    );
  }

  async embed(text: string): Promise<{ readonly vector: readonly number[]; readonly tokens: number }> {
    const { model, context } = this.#parts;
    const tokens = model.tokenize(text);
    if (tokens.length === 0) throw new ApiError(400, 'invalid_request', 'input: must not be empty.', 'input');
    this.#checkLength(tokens.length, context.contextSize - 2);
    const embeddings = await this.#embeddingContext();
    const { vector } = await embeddings.getEmbeddingFor(tokens);
    return { vector, tokens: tokens.length };
  }

  /** Created with the first request, because it needs additional memory. */
  #embeddingContext(): Promise<EmbeddingContext> {
    const { model, context, threads } = this.#parts;
    this.#embeddings ??= model.createEmbeddingContext({ contextSize: { max: context.contextSize }, threads });
    return this.#embeddings;
  }

  async #generate(
    { request, signal, promptTokens, disposable }: Generation,
    run: (options: GenerationOptions) => Promise<{ readonly metadata: { readonly stopReason: StopReason } }>,
  ): Promise<Ending> {
    const room = this.#parts.context.contextSize - promptTokens;
    let completionTokens = 0;
    try {
      this.#checkLength(promptTokens, this.#parts.context.contextSize - 1);
      const { metadata } = await run({
        ...optionsOf(request, room),
        signal,
        onToken: (tokens) => {
          completionTokens += tokens.length;
        },
      });
      const finishReason = metadata.stopReason === 'maxTokens' ? 'length' : 'stop';
      return { finishReason, promptTokens, completionTokens };
    } finally {
      disposable.dispose({ disposeSequence: false });
      // The state of an earlier request would change rounding, and so the answer.
      await this.#sequence.clearHistory();
    }
  }

  #checkLength(tokens: number, limit: number): void {
    if (tokens <= limit) return;
    throw new ApiError(
      400,
      'context_length_exceeded',
      `The request has ${tokens} tokens, more than the context limit of this replica (${Math.max(0, limit)}). Shorten the request.`,
    );
  }
}

interface Generation {
  readonly request: Sampling;
  readonly signal: AbortSignal;
  readonly promptTokens: number;
  readonly disposable: { dispose(options: { readonly disposeSequence: false }): void };
}

/** @param room tokens that fit into the context after the prompt */
function optionsOf(request: Sampling, room: number): Omit<GenerationOptions, 'signal' | 'onToken'> {
  const { frequencyPenalty, presencePenalty } = request;
  const hasPenalty = frequencyPenalty !== 0 || presencePenalty !== 0;
  return {
    maxTokens: Math.min(request.maxTokens, room),
    temperature: request.temperature,
    ...(request.topP !== undefined && { topP: request.topP }),
    ...(request.seed !== undefined && { seed: request.seed }),
    repeatPenalty: hasPenalty && { penalty: 1, frequencyPenalty, presencePenalty },
    customStopTriggers: request.stop,
  };
}
