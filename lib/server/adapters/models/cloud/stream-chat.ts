import { z } from 'zod';
import { ActionError } from '@/engine';
import { CLOUD_PROVIDERS, type CloudProvider } from '@/engine/cloud-models';
import type { Download } from '../../http';
import { type ProviderAccess, providerHeaders, providerRefusal, providerUrl } from './provider-api';

/** Maximum size of a response, in bytes. */
const LIMIT_BYTES = 10_000_000;

/** Events of both APIs: a part of the answer, the number of tokens, or both. */
const eventSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({ content: z.string().nullish(), reasoning_content: z.string().nullish() })
          .optional(),
      }),
    )
    .optional(),
  delta: z.object({ text: z.string().optional() }).optional(),
  usage: z
    .object({ completion_tokens: z.number().optional(), output_tokens: z.number().optional() })
    .nullish(),
  error: z.unknown().optional(),
});

export interface StreamedChat {
  readonly model: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** Sends one chat request to a provider and reads the stream. @throws ActionError */
export async function streamChat(
  download: Download,
  access: ProviderAccess,
  chat: StreamedChat,
): Promise<{ readonly firstTokenMs: number; readonly tokens: number }> {
  const isAnthropic = CLOUD_PROVIDERS[access.provider].style === 'anthropic';
  const url = providerUrl(access, isAnthropic ? '/messages' : '/chat/completions');
  const started = performance.now();
  const { secrets } = access;
  const answer = await download({
    url: url.href,
    method: 'POST',
    headers: { ...providerHeaders(access), 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(bodyOf(access.provider, chat)),
    signal: chat.signal,
    ...(secrets === undefined ? {} : { secrets }),
  });
  if (answer.status !== 200) {
    answer.discard();
    throw providerRefusal(url.host, answer.status);
  }
  let firstAt: number | undefined;
  let parts = 0;
  let stated: number | undefined;
  for await (const event of eventsOf(answer.chunks(), url.host)) {
    if (event.error !== undefined) throw broken(url.host, 'reported an error in its response');
    if (hasText(event)) {
      firstAt ??= performance.now();
      parts += 1;
    }
    stated = event.usage?.completion_tokens ?? event.usage?.output_tokens ?? stated;
  }
  if (firstAt === undefined) throw broken(url.host, 'returned no token');
  return { firstTokenMs: firstAt - started, tokens: stated ?? parts };
}

/** Newer models of OpenAI accept only another name for the limit. Mistral sends the usage without the option for it. */
function bodyOf(provider: CloudProvider, { model, prompt, maxTokens }: StreamedChat) {
  const common = { model, stream: true, messages: [{ role: 'user', content: prompt }] };
  if (provider === 'anthropic' || provider === 'mistral') return { ...common, max_tokens: maxTokens };
  const limit = provider === 'openai' ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };
  return { ...common, ...limit, stream_options: { include_usage: true } };
}

type ChatEvent = z.output<typeof eventSchema>;

function hasText({ choices = [], delta }: ChatEvent): boolean {
  return (
    Boolean(delta?.text) || choices.some((choice) => choice.delta?.content || choice.delta?.reasoning_content)
  );
}

/** The events of a stream (HTML standard, section 9.2). Fields other than `data` are ignored. */
async function* eventsOf(chunks: AsyncIterable<Uint8Array>, host: string): AsyncGenerator<ChatEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LIMIT_BYTES) throw broken(host, 'sent more than 10 MB for one response');
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = eventIn(line, host);
      if (event) yield event;
    }
  }
}

function eventIn(line: string, host: string): ChatEvent | undefined {
  const [, text] = /^data: ?(.*)$/.exec(line) ?? [];
  if (text === undefined || text === '[DONE]') return undefined;
  try {
    return eventSchema.parse(JSON.parse(text));
  } catch {
    throw broken(host, 'did not stream a chat response');
  }
}

function broken(host: string, what: string): ActionError {
  return new ActionError(
    'connection_error',
    `${host} ${what}. Try again, or check the model at the provider.`,
  );
}
