import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a replica received. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A real HTTP server as a replica. */
export interface TestReplica {
  readonly url: string;
  readonly server: Server;
  readonly received: Received[];
  /** Ends the server like a killed process. */
  kill(): Promise<void>;
}

/** Starts a server that by default serves chats, streams and embeddings of the OpenAI API. */
export async function startReplica(answer?: RequestListener): Promise<TestReplica> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body });
      if (answer) answer(request, response);
      else answerAsOpenAi(url ?? '', body, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    received,
    kill: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const MODEL = 'tiny';

function answerAsOpenAi(url: string, body: string, response: Parameters<RequestListener>[1]): void {
  if (body.includes('"stream":true')) {
    response.setHeader('content-type', 'text/event-stream');
    response.write(chunkOf({ role: 'assistant', content: 'Hel' }));
    response.write(chunkOf({ content: 'lo.' }));
    response.end(`${chunkOf({}, 'stop')}data: [DONE]\n\n`);
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(jsonOf(url)));
}

function jsonOf(url: string): object {
  if (url.startsWith('/v1/models')) return { object: 'list', data: [{ id: MODEL, object: 'model' }] };
  if (url === '/v1/embeddings') {
    const data = [{ object: 'embedding', index: 0, embedding: [0.5, 0.25] }];
    return { object: 'list', model: MODEL, data };
  }
  return {
    ...{ id: 'c1', object: 'chat.completion', created: 1, model: MODEL },
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  };
}

function chunkOf(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({
    ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: MODEL },
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
}
