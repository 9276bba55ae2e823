/** A server under measurement: health over HTTP, and use cases that its parent requests by message. */
import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { addTriggerInput } from '@/lib/contracts/triggers';
import { answerHook, openApp, serve } from '@/lib/server';
import { benchConfig } from './open';

/** A request of the parent; the reply has its id. */
export type HealthRequest = { readonly id: number } & (
  | { readonly do: 'save'; readonly text: string }
  | { readonly do: 'run'; readonly text: string }
  | { readonly do: 'secret'; readonly value: string }
  | { readonly do: 'hook' }
);

const { config } = await benchConfig();
const app = await openApp({ ...config, maxSteps: 2000 });
const health = serve(systemEndpoints.health, (ctx) => ctx.app.health());

const hook = serve(triggerEndpoints.receive, answerHook);

/**
 * Creates a webhook that passes the body of each call to a run.
 * @returns its path
 */
async function addHook(): Promise<string> {
  const steps = [{ id: 'log', action: 'log', params: { message: 'Called.' } }];
  const document = { name: 'Called', params: { body: { type: 'array' } }, steps };
  const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(document) });
  const trigger = { type: 'webhook', name: 'Calls', config: {} };
  const { path } = await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
  return path ?? '';
}

/** Passes a webhook call to its route, as Next does. */
async function answerCall(message: IncomingMessage): Promise<Response> {
  const request = new Request(`http://localhost${message.url}`, {
    method: 'POST',
    headers: { host: String(message.headers.host), 'content-type': 'application/json' },
    body: Readable.toWeb(message) as BodyInit,
    duplex: 'half',
  } as RequestInit);
  return hook(request);
}

const server = createServer(async (message, response) => {
  if (message.method === 'POST') {
    const answer = await answerCall(message);
    response.writeHead(answer.status).end(await answer.text());
    return;
  }
  const headers = { host: String(message.headers.host) };
  const answer = await health(new Request('http://localhost/api/v1/health', { headers }));
  response.writeHead(answer.status).end(await answer.text());
});

/** @returns the result for the parent */
async function carryOut(request: HealthRequest): Promise<string | undefined> {
  if (request.do === 'hook') return addHook();
  if (request.do === 'secret') {
    await app.secrets.add({ name: 'large', value: request.value, description: '', hosts: [] });
    return undefined;
  }
  const made = await app.pipelines.create({ text: request.text }).catch(() => undefined);
  if (!made || request.do === 'save') return undefined;
  const run = await app.runs.start({ pipelineId: made.id });
  for (;;) {
    const { status, error } = await app.runs.get({ id: run.id });
    if (status === 'completed') return undefined;
    if (status === 'failed') throw new Error(`The run failed: ${error?.message}`);
    await delay(20);
  }
}

process.on('message', (request: HealthRequest) => {
  carryOut(request).then(
    (answer) => process.send?.({ done: request.id, answer }),
    (error: unknown) => process.send?.({ done: request.id, error: String(error) }),
  );
});
// Longer than any measurement, so that idle connections stay open.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
