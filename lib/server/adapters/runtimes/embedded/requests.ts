import { z } from 'zod';
import { ApiError } from './api-error';
import type { HistoryItem } from './llama-module';

/** Default token limit of a request. */
const DEFAULT_MAX_TOKENS = 1024;

/** Some clients send null for an omitted field. */
const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

/** A field that this runtime does not support and must not ignore, because it changes the answer. */
const unsupported = (message: string, accepted: readonly unknown[] = []) =>
  z
    .unknown()
    .optional()
    .refine((value) => value == null || accepted.includes(value), message);

const sampling = {
  max_tokens: optional(z.int().min(1)),
  temperature: optional(z.number().min(0).max(2)),
  top_p: optional(z.number().gt(0).max(1)),
  seed: optional(z.int()),
  stop: optional(z.union([z.string().min(1), z.array(z.string().min(1)).max(4)])),
  frequency_penalty: optional(z.number().min(-2).max(2)),
  presence_penalty: optional(z.number().min(-2).max(2)),
  stream: optional(z.boolean()),
  stream_options: optional(z.object({ include_usage: optional(z.boolean()) })),
  n: unsupported('must be 1: this runtime returns one answer per request', [1]),
  logprobs: unsupported('is not supported by this runtime', [false]),
};

const textPart = z.object({ type: z.literal('text'), text: z.string() });
const content = z.union(
  [z.string(), z.array(textPart)],
  'must be text: this runtime does not support images or audio',
);

const message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant'], 'must be system, developer, user or assistant'),
  content,
});

const chatRequest = z.object({
  ...sampling,
  messages: z.array(message).min(1),
  max_completion_tokens: optional(z.int().min(1)),
  tools: unsupported('is not supported by this runtime: use llama-server or vLLM'),
  response_format: z
    .looseObject({ type: z.literal('text', 'must be text: this runtime has no structured output') })
    .nullish(),
});

const completionRequest = z.object({
  ...sampling,
  prompt: z.string('must be a string'),
  suffix: unsupported('is not supported by this runtime'),
  echo: unsupported('is not supported by this runtime', [false]),
  best_of: unsupported('must be 1: this runtime returns one answer per request', [1]),
});

const embeddingsRequest = z.object({
  input: z.union(
    [z.string(), z.array(z.string()).min(1).max(2048)],
    'must be a string or up to 2048 strings',
  ),
  encoding_format: optional(z.enum(['float', 'base64'])),
  dimensions: unsupported('is not supported by this runtime: vectors have the length of the model'),
});

/** How tokens are chosen, and when to stop. */
export interface Sampling {
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP: number | undefined;
  readonly seed: number | undefined;
  readonly stop: readonly string[];
  readonly frequencyPenalty: number;
  readonly presencePenalty: number;
}

/** How a response is sent. */
export interface Delivery {
  readonly isStream: boolean;
  /** Whether the stream ends with the usage. */
  readonly withUsage: boolean;
}

export interface ChatRequest extends Sampling, Delivery {
  readonly history: readonly HistoryItem[];
}

export interface CompletionRequest extends Sampling, Delivery {
  readonly prompt: string;
}

export interface EmbeddingsRequest {
  readonly inputs: readonly string[];
  readonly isBase64: boolean;
}

/** @throws ApiError 400 naming the first mistake */
export function readChatRequest(body: unknown): ChatRequest {
  const request = checked(chatRequest, body);
  const maxTokens = request.max_completion_tokens ?? request.max_tokens;
  const history = request.messages.map(historyItem);
  return { ...settingsOf({ ...request, max_tokens: maxTokens }), history };
}

/** @throws ApiError 400 naming the first mistake */
export function readCompletionRequest(body: unknown): CompletionRequest {
  const request = checked(completionRequest, body);
  return { ...settingsOf(request), prompt: request.prompt };
}

/** @throws ApiError 400 naming the first mistake */
export function readEmbeddingsRequest(body: unknown): EmbeddingsRequest {
  const { input, encoding_format: format } = checked(embeddingsRequest, body);
  return { inputs: typeof input === 'string' ? [input] : input, isBase64: format === 'base64' };
}

type Settings = Pick<
  z.infer<typeof completionRequest>,
  | 'temperature'
  | 'top_p'
  | 'seed'
  | 'stop'
  | 'frequency_penalty'
  | 'presence_penalty'
  | 'stream'
  | 'stream_options'
> & { readonly max_tokens: number | undefined };

function settingsOf(request: Settings): Sampling & Delivery {
  const { stop = [] } = request;
  return {
    maxTokens: request.max_tokens ?? DEFAULT_MAX_TOKENS,
    temperature: request.temperature ?? 1,
    topP: request.top_p,
    seed: request.seed,
    stop: typeof stop === 'string' ? [stop] : stop,
    frequencyPenalty: request.frequency_penalty ?? 0,
    presencePenalty: request.presence_penalty ?? 0,
    isStream: request.stream ?? false,
    withUsage: request.stream_options?.include_usage ?? false,
  };
}

function historyItem({ role, content: given }: z.infer<typeof message>): HistoryItem {
  const text = typeof given === 'string' ? given : given.map((part) => part.text).join('');
  switch (role) {
    case 'assistant':
      return { type: 'model', response: [text] };
    case 'user':
      return { type: 'user', text };
    default:
      return { type: 'system', text };
  }
}

function checked<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') || undefined;
  throw new ApiError(400, 'invalid_request', `${param ?? 'The body'}: ${issue?.message}.`, param);
}
