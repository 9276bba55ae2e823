import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { PRACTICE_HOST } from '@/lib/contracts/practice';
import type { InProcessService } from '../http/in-process';
import { createPracticeAnswers } from './respond';

/** Largest body of a request, in bytes. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * An HTTP service that is healthy, slow or failing on demand: docs/practice-service.md. It listens on no port. Requests reach
 * it through a pair of streams, so only the HTTP client that was given this service can call it.
 */
export function createPracticeService(): InProcessService {
  let server: Server | undefined;
  return {
    host: PRACTICE_HOST,
    connect() {
      server ??= createServer(handlerOf(createPracticeAnswers()));
      const [ours, theirs] = duplexPair();
      // A caller that disconnects aborts its request.
      theirs.once('close', () => ours.destroy());
      ours.on('error', () => theirs.destroy());
      server.emit('connection', ours);
      return theirs;
    },
  };
}

function handlerOf(answerTo: ReturnType<typeof createPracticeAnswers>) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    respond(request, response, answerTo).catch(() => response.destroy());
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answerTo: ReturnType<typeof createPracticeAnswers>,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    request.resume();
    return send(response, {
      status: 413,
      body: { error: `The body has more than ${MAX_BODY_BYTES} bytes.` },
    });
  }
  const answer = answerTo({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', `http://${PRACTICE_HOST}`),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
    ),
    body: await text(request),
  });
  const timer = setTimeout(() => send(response, answer), answer.delayMs ?? 0);
  response.once('close', () => clearTimeout(timer));
}

function send(
  response: ServerResponse,
  { status, body, headers }: ReturnType<ReturnType<typeof createPracticeAnswers>>,
): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    connection: 'close',
  });
  response.end(`${JSON.stringify(body)}\n`);
}
