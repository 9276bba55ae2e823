import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnswerKind } from './answers';
import {
  answerHead,
  completeAnswer,
  embeddingsAnswer,
  firstChunk,
  lastChunk,
  pieceChunk,
  usageChunk,
} from './answers';
import { ApiError, errorBody } from './api-error';
import { readJson } from './body';
import type { AnswerPiece, Ending, Engine, Listener } from './engine';
import { RequestQueue } from './queue';
import { type Delivery, readChatRequest, readCompletionRequest, readEmbeddingsRequest } from './requests';

/** Interval of closing idle connections while draining, in ms. */
const CLOSE_IDLE_MS = 50;

/** How long a connection stays open for another request, in ms: longer than the gateway keeps it. */
const KEEP_ALIVE_MS = 60_000;
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;

export interface InferenceServerOptions {
  /** Name of the model in responses. */
  readonly name: string;
  /** Maximum number of waiting requests. */
  readonly queue: number;
  readonly report: (error: unknown) => void;
}

/** The HTTP server of a replica. It responds with 503 until the model is loaded. */
export class InferenceServer {
  readonly #options: InferenceServerOptions;
  readonly #queue: RequestQueue;
  readonly #http: Server;
  /** Connections on which no request has arrived. */
  readonly #unused = new Set<Socket>();
  readonly #started = Math.floor(Date.now() / 1000);
  #engine: Engine | undefined;
  #isDraining = false;

  constructor(options: InferenceServerOptions) {
    this.#options = options;
    this.#queue = new RequestQueue(options.queue);
    const connections = { keepAliveTimeout: KEEP_ALIVE_MS };
    this.#http = createServer(connections, (request, response) => void this.#handle(request, response));
    this.#http.on('connection', (socket: Socket) => {
      this.#unused.add(socket);
      socket.once('close', () => this.#unused.delete(socket));
    });
  }

  /** Listens on the loopback address. @returns the port @throws when the port is in use */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(port, '127.0.0.1', () => {
        const address = this.#http.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  /** Begins to serve requests. */
  serve(engine: Engine): void {
    this.#engine = engine;
  }

  /** Refuses new requests, and resolves when those in flight and in the queue have ended. */
  drain(): Promise<void> {
    this.#isDraining = true;
    return new Promise((resolve) => {
      // Clients keep connections open after a response.
      const closing = setInterval(() => this.#closeIdle(), CLOSE_IDLE_MS);
      this.#http.close(() => {
        clearInterval(closing);
        resolve();
      });
    });
  }

  /** Node keeps connections on which nothing has arrived, as if a request had begun. Clients open some in advance. */
  #closeIdle(): void {
    this.#http.closeIdleConnections();
    for (const socket of this.#unused) if (socket.bytesRead === 0) socket.destroy();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#unused.delete(request.socket);
    const aborted = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) aborted.abort(new Error('The client closed the connection.'));
    });
    try {
      await this.#answer(request, response, aborted.signal);
    } catch (error) {
      if (aborted.signal.aborted) return;
      if (!(error instanceof ApiError)) this.#options.report(error);
      fail(response, error);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    // Against DNS rebinding: a web page can resolve its own host name to 127.0.0.1.
    if (!LOOPBACK_HOST.test(request.headers.host ?? '')) {
      throw new ApiError(
        421,
        'wrong_host',
        'This replica answers requests to 127.0.0.1 only. Use the gateway.',
      );
    }
    const [path] = (request.url ?? '/').split('?');
    const route = `${request.method} ${path}`;
    if (route === 'GET /health') return this.#health(response);
    if (route === 'GET /v1/models') return send(response, 200, this.#models());
    const { name } = this.#options;
    switch (route) {
      case 'POST /v1/chat/completions': {
        const [engine, body] = await this.#ready(request);
        const chat = readChatRequest(body);
        return this.#generate({ kind: 'chat', request: chat, response, signal }, (listener) =>
          engine.chat(chat, listener),
        );
      }
      case 'POST /v1/completions': {
        const [engine, body] = await this.#ready(request);
        const completion = readCompletionRequest(body);
        return this.#generate({ kind: 'completion', request: completion, response, signal }, (listener) =>
          engine.complete(completion, listener),
        );
      }
      case 'POST /v1/embeddings': {
        const [engine, body] = await this.#ready(request);
        const { inputs, isBase64 } = readEmbeddingsRequest(body);
        const embeddings = await this.#queue.run(signal, () => embedAll(engine, inputs, signal));
        return send(response, 200, embeddingsAnswer(name, embeddings, isBase64));
      }
      default:
        throw new ApiError(
          404,
          'not_found',
          `This replica has no ${route}. It serves the OpenAI API below /v1.`,
        );
    }
  }

  #health(response: ServerResponse): void {
    const isReady = this.#engine !== undefined && !this.#isDraining;
    if (!isReady) throw notReady(this.#isDraining ? 'draining' : 'loading');
    const running = this.#queue.isBusy ? 1 : 0;
    send(response, 200, { status: 'ok', running, waiting: this.#queue.length });
  }

  #models() {
    const model = { id: this.#options.name, object: 'model', created: this.#started, owned_by: 'pipewright' };
    return { object: 'list', data: [model] };
  }

  async #ready(request: IncomingMessage): Promise<[Engine, unknown]> {
    if (this.#isDraining) throw notReady('draining');
    if (this.#engine === undefined) throw notReady('loading');
    return [this.#engine, await readJson(request)];
  }

  async #generate(exchange: Exchange, run: (listener: Listener) => Promise<Ending>): Promise<void> {
    const { kind, request, response, signal } = exchange;
    const head = answerHead(kind, this.#options.name);
    if (!request.isStream) {
      const pieces: AnswerPiece[] = [];
      const listener = { signal, onPiece: (piece: AnswerPiece) => void pieces.push(piece) };
      const ending = await this.#queue.run(signal, () => run(listener));
      return send(response, 200, completeAnswer(head, pieces, ending));
    }
    const ending = await this.#queue.run(signal, () => {
      const onPiece = (piece: AnswerPiece) => {
        begin(response, firstChunk(head));
        if (piece.text !== '') event(response, pieceChunk(head, piece));
      };
      return run({ signal, onPiece });
    });
    begin(response, firstChunk(head));
    event(response, lastChunk(head, ending));
    if (request.withUsage) event(response, usageChunk(head, ending));
    response.end('data: [DONE]\n\n');
  }
}

interface Exchange {
  readonly kind: AnswerKind;
  readonly request: Delivery;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

async function embedAll(engine: Engine, inputs: readonly string[], signal: AbortSignal) {
  const embeddings = [];
  for (const input of inputs) {
    signal.throwIfAborted();
    embeddings.push(await engine.embed(input));
  }
  return embeddings;
}

function notReady(state: 'loading' | 'draining'): ApiError {
  return state === 'loading'
    ? new ApiError(503, 'loading', 'The model is loading. Try again in a moment.')
    : new ApiError(503, 'draining', 'This replica is stopping. Send the request to another one.');
}

/** Sends the headers of a stream with its first chunk, so that an earlier failure can still have its own status. */
function begin(response: ServerResponse, first: object | undefined): void {
  if (response.headersSent) return;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  if (first !== undefined) event(response, first);
}

function event(response: ServerResponse, body: object): void {
  response.write(`data: ${JSON.stringify(body)}\n\n`);
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    event(response, errorBody(error));
    response.end();
    return;
  }
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 503) response.setHeader('retry-after', '1');
  // On an open connection, the unread rest of the body would be parsed as the next request.
  if (status === 413) response.setHeader('connection', 'close');
  send(response, status, errorBody(error));
}
