/**
 * The parts of node-llama-cpp that this program uses. Declared here because the package is optional: sources type-check
 * without it.
 */
export interface LlamaModule {
  getLlama(options: {
    readonly gpu: false;
    readonly build: 'never';
    readonly progressLogs: false;
    readonly logLevel: 'error';
    readonly maxThreads: number;
  }): Promise<Llama>;
  resolveChatWrapper(model: LlamaModel, options: { readonly noJinja: boolean }): ChatWrapper;
  readonly JinjaTemplateChatWrapper: new (options: {
    readonly template: string;
    readonly tokenizer: Tokenizer;
  }) => ChatWrapper;
  readonly LlamaChat: new (options: {
    readonly contextSequence: Sequence;
    readonly chatWrapper: ChatWrapper;
    readonly autoDisposeSequence: false;
  }) => LlamaChat;
  readonly LlamaCompletion: new (options: {
    readonly contextSequence: Sequence;
    readonly autoDisposeSequence: false;
  }) => LlamaCompletion;
}

export interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>;
}

export type Token = number;

/** Converts text to tokens, with special tokens on request. */
export type Tokenizer = (text: string, specialTokens?: boolean) => Token[];

export interface LlamaModel {
  readonly tokenizer: Tokenizer;
  readonly fileInfo: { readonly metadata?: { readonly tokenizer?: { readonly chat_template?: unknown } } };
  tokenize(text: string, specialTokens?: boolean): Token[];
  createContext(options: {
    readonly contextSize: { readonly max: number };
    readonly threads: number;
    readonly sequences: 1;
  }): Promise<Context>;
  createEmbeddingContext(options: {
    readonly contextSize: { readonly max: number };
    readonly threads: number;
  }): Promise<EmbeddingContext>;
}

export interface Context {
  readonly contextSize: number;
  getSequence(): Sequence;
}

/** The state of one text in a context. */
export interface Sequence {
  clearHistory(): Promise<void>;
}

export interface EmbeddingContext {
  getEmbeddingFor(tokens: readonly Token[]): Promise<{ readonly vector: readonly number[] }>;
  dispose(): Promise<void>;
}

/** One message of a conversation. The model continues the empty response at the end. */
export type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

/** The chat template of a model. */
export interface ChatWrapper {
  generateContextState(options: { readonly chatHistory: readonly HistoryItem[] }): {
    readonly contextText: { tokenize(tokenizer: Tokenizer): Token[] };
  };
}

/** How tokens are chosen, and when to stop. */
export interface GenerationOptions {
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly repeatPenalty:
    | false
    | { readonly penalty: number; readonly frequencyPenalty: number; readonly presencePenalty: number };
  readonly customStopTriggers: readonly string[];
  readonly signal: AbortSignal;
  readonly onToken: (tokens: readonly Token[]) => void;
}

export type StopReason =
  | 'eogToken'
  | 'stopGenerationTrigger'
  | 'customStopTrigger'
  | 'functionCalls'
  | 'maxTokens'
  | 'abort';

export interface Generated {
  readonly metadata: { readonly stopReason: StopReason };
}

/** A part of an answer; with `segmentType`, of the reasoning before it. */
export interface ResponseChunk {
  readonly segmentType: string | undefined;
  readonly text: string;
}

export interface LlamaChat {
  generateResponse(
    history: readonly HistoryItem[],
    options: GenerationOptions & { readonly onResponseChunk: (chunk: ResponseChunk) => void },
  ): Promise<Generated>;
  dispose(options: { readonly disposeSequence: false }): void;
}

export interface LlamaCompletion {
  generateCompletionWithMeta(
    prompt: readonly Token[],
    options: GenerationOptions & {
      readonly onTextChunk: (text: string) => void;
      readonly disableContextShift: true;
    },
  ): Promise<Generated>;
  dispose(options: { readonly disposeSequence: false }): void;
}

/** Typed as a string, so that the type checker does not resolve the optional package. */
const PACKAGE: string = 'node-llama-cpp';

/** Loads node-llama-cpp. @throws the error of the import when it is not installed */
export async function importLlama(): Promise<LlamaModule> {
  const loaded: LlamaModule = await import(PACKAGE);
  return loaded;
}
