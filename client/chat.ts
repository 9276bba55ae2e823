import { createParser } from 'eventsource-parser';
import { z } from 'zod';

/** One message of a conversation with a model. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A request for the next answer of a conversation. */
export interface ChatRequest {
  /** Base URL of an OpenAI-compatible API, with `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** Key of the deployment; absent where it needs none. */
  readonly key?: string;
}

/** What arrives of an answer: more text, or how many tokens it has in all. */
export type ChatPiece = { readonly text: string } | { readonly tokens: number };

/** An answer that was refused or broke off. Its message is for people. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The body of the request, as it is sent and as `Copy as curl` shows it. */
export function chatBody({ model, messages, temperature, maxTokens }: ChatRequest) {
  return {
    ...{ model, messages, temperature, max_tokens: maxTokens },
    ...{ stream: true, stream_options: { include_usage: true } },
  };
}

/** The URL of chat completions below a base URL. */
export function chatUrl(baseUrl: string): string {
  return `${baseUrl}/chat/completions`;
}

/** Asks for an answer and gives it piece by piece. @throws ChatError */
export async function* streamChat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPiece> {
  const response = await fetch(chatUrl(request.baseUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(request.key === undefined ? {} : { authorization: `Bearer ${request.key}` }),
    },
    body: JSON.stringify(chatBody(request)),
    signal,
  });
  if (!response.ok) throw await refusalOf(response);
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  if (!isStream) yield* piecesOf(asChunk(await response.text()));
  else if (response.body) yield* readStream(response.body.getReader());
}

async function* readStream(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<ChatPiece> {
  const decoder = new TextDecoder();
  const messages: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void messages.push(data) });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new ChatError('The connection ended before the answer was complete. Try again.');
    parser.feed(decoder.decode(value, { stream: true }));
    for (const data of messages.splice(0)) {
      if (data === '[DONE]') return;
      yield* piecesOf(asChunk(data));
    }
  }
}

const errorSchema = z.object({ message: z.string() });
const textSchema = z.object({ content: z.string().nullish() }).nullish();
const chunkSchema = z.object({
  choices: z.array(z.object({ delta: textSchema, message: textSchema })).default([]),
  usage: z.object({ completion_tokens: z.int().optional() }).nullish(),
  error: errorSchema.nullish(),
});
type Chunk = z.output<typeof chunkSchema>;

function asChunk(data: string): Chunk {
  const parsed = chunkSchema.safeParse(jsonOf(data));
  if (parsed.success) return parsed.data;
  throw new ChatError('The server of the model sent an answer that is not an OpenAI chat completion.');
}

function* piecesOf({ choices, usage, error }: Chunk): Generator<ChatPiece> {
  if (error) throw new ChatError(error.message);
  for (const { delta, message } of choices) {
    const text = delta?.content ?? message?.content ?? '';
    if (text !== '') yield { text };
  }
  if (usage?.completion_tokens !== undefined) yield { tokens: usage.completion_tokens };
}

async function refusalOf(response: Response): Promise<ChatError> {
  const { status, headers } = response;
  const body = z
    .object({ error: errorSchema })
    .or(errorSchema.transform((error) => ({ error })))
    .safeParse(jsonOf(await response.text().catch(() => '')));
  const message = body.success ? body.data.error.message : `The server returned status ${status}.`;
  const seconds = headers.get('retry-after');
  if (status === 429) {
    const next = seconds === null ? 'Try again later.' : `Try again in ${seconds} s.`;
    return new ChatError(`Refused with 429: ${message} ${next}`, status);
  }
  if (status === 401) {
    return new ChatError(`${message} Enter an API key of this deployment in the settings.`, status);
  }
  return new ChatError(message, status);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
