import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/** A response of the service for one path. */
export interface Answer {
  readonly status?: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of JSON. */
  readonly content?: string | Buffer;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Delays the response until this is resolved. */
  readonly until?: Promise<unknown>;
  /** Closes the connection instead of responding. */
  readonly hangUp?: boolean;
}

/** A received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  /** Its `Idempotency-Key`. */
  readonly key: string;
}

/** A real HTTP service on this machine that a story can break and repair. */
export interface Service {
  readonly url: string;
  /** Requests so far, oldest first. */
  readonly requests: Received[];
  /** Sets the responses of a path from now on: one after the other, the last one repeatedly. */
  answer(path: string, ...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

/** Starts a service on a free port; every path returns 404 by default. */
export async function startService(): Promise<Service> {
  const answers = new Map<string, Answer[]>();
  const requests: Service['requests'] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    requests.push({
      method: request.method ?? 'GET',
      path,
      body: await readBody(request),
      headers: request.headers,
      key: String(request.headers['idempotency-key'] ?? ''),
    });
    const answer = next(answers.get(path)) ?? { status: 404, body: { error: 'no such path' } };
    await answer.until;
    if (answer.hangUp) request.socket.destroy();
    else send(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (path, ...given) => {
      answers.set(path, [...given]);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Removes the first response from a list, unless it is the last. */
function next(answers: Answer[] = []): Answer | undefined {
  return answers.length > 1 ? answers.shift() : answers[0];
}

function send(response: ServerResponse, { status = 200, body = null, content, headers }: Answer): void {
  const type = content === undefined ? 'application/json' : 'text/plain';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(content ?? JSON.stringify(body));
}

/** A promise that a test resolves. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Creates a gate, for `until`. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
