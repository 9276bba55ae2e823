import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How a provider treats one chat request. */
export interface ChatBehaviour {
  /** Words of the answer, each in a separate chunk. */
  readonly words: number;
  /** Waits before the first word and between words, in ms. */
  readonly firstMs: number;
  readonly nextMs: number;
  /** Answers with this status instead. */
  readonly status?: number;
  /** Closes the connection after the first word. */
  readonly isCut?: boolean;
}

const MODELS_PER_PAGE = 2;

/** A server with the APIs of OpenAI (`/v1`) and Anthropic (`/anthropic/v1`), which checks keys. */
export class ModelProvider {
  models: string[] = ['tiny', 'small', 'large'];
  /** Behaviour of the n-th chat request, from 0. */
  chat: (index: number) => ChatBehaviour = () => ({ words: 5, firstMs: 0, nextMs: 0 });
  /** Every request: its path, and the text of its last message. */
  readonly requests: { path: string; prompt: string | undefined }[] = [];
  /** Most chat requests at the same time. */
  mostAtOnce = 0;
  readonly #key: string;
  #atOnce = 0;
  #chats = 0;
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));

  private constructor(key: string) {
    this.#key = key;
  }

  static async start(key: string): Promise<ModelProvider> {
    const provider = new ModelProvider(key);
    await new Promise<void>((done) => provider.#server.listen(0, '127.0.0.1', done));
    return provider;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.requests.length = 0;
    this.mostAtOnce = 0;
    this.#chats = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.origin);
    const body = await bodyOf(request);
    this.requests.push({ path: url.pathname, prompt: body?.messages.at(-1)?.content });
    const isAnthropic = url.pathname.startsWith('/anthropic/');
    const { authorization, 'x-api-key': key, 'anthropic-version': version } = request.headers;
    const isAllowed = isAnthropic
      ? key === this.#key && version !== undefined
      : authorization === `Bearer ${this.#key}`;
    if (!isAllowed) return void response.writeHead(401).end();
    if (url.pathname.endsWith('/v1/models')) return this.#list(url, isAnthropic, response);
    if (!/\/v1\/(chat\/completions|messages)$/.test(url.pathname)) return void response.writeHead(404).end();
    await this.#chat(isAnthropic, response);
  }

  #list(url: URL, isAnthropic: boolean, response: ServerResponse): void {
    const from = this.models.indexOf(url.searchParams.get('after_id') ?? '') + 1;
    const page = isAnthropic ? this.models.slice(from, from + MODELS_PER_PAGE) : this.models;
    const paging = { has_more: from + page.length < this.models.length, last_id: page.at(-1) ?? null };
    const answer = { data: page.map((id) => ({ id })), ...(isAnthropic ? paging : {}) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  async #chat(isAnthropic: boolean, response: ServerResponse): Promise<void> {
    const behaviour = this.chat(this.#chats++);
    if (behaviour.status !== undefined) return void response.writeHead(behaviour.status).end();
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    response.once('close', () => {
      this.#atOnce -= 1;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await sendWords(behaviour, isAnthropic, response);
  }
}

async function sendWords(
  { words, firstMs, nextMs, isCut }: ChatBehaviour,
  isAnthropic: boolean,
  response: ServerResponse,
): Promise<void> {
  const send = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  for (let index = 0; index < words; index += 1) {
    await delay(index === 0 ? firstMs : nextMs);
    if (isAnthropic) send({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'word ' } });
    else send({ choices: [{ delta: { content: 'word ' } }] });
    if (isCut) return void response.destroy();
  }
  if (isAnthropic) {
    send({ type: 'message_delta', usage: { output_tokens: words } });
    send({ type: 'message_stop' });
  } else {
    send({ choices: [], usage: { completion_tokens: words } });
    response.write('data: [DONE]\n\n');
  }
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<{ messages: { content: string }[] } | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString('utf8'));
}
