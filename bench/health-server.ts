/** A server under measurement: health over HTTP, and the use cases that its parent asks for by message. */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { openApp } from '@/lib/server';
import { createHandle } from '@/lib/server/http/handle';
import { benchConfig } from './open';

/** What the parent asks for; each is answered with its id once it is done. */
export type HealthRequest = { readonly id: number } & (
  | { readonly do: 'save'; readonly text: string }
  | { readonly do: 'run'; readonly text: string }
  | { readonly do: 'secret'; readonly value: string }
);

const { config } = await benchConfig();
const app = await openApp({ ...config, maxSteps: 2000 });
const health = createHandle(() => Promise.resolve(app))(({ app: server }) => server.health());

const server = createServer(async (message, response) => {
  const headers = { host: String(message.headers.host) };
  const answer = await health(new Request('http://localhost/api/v1/health', { headers }), {
    params: Promise.resolve({}),
  });
  response.writeHead(answer.status).end(await answer.text());
});

async function carryOut(request: HealthRequest): Promise<void> {
  if (request.do === 'secret') {
    await app.secrets.add({ name: 'large', value: request.value, description: '', hosts: [] });
    return;
  }
  const made = await app.pipelines.create({ text: request.text }).catch(() => undefined);
  if (!made || request.do === 'save') return;
  const run = await app.runs.start({ pipelineId: made.id });
  for (;;) {
    const { status, error } = await app.runs.get({ id: run.id });
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(`The run failed: ${error?.message}`);
    await delay(20);
  }
}

process.on('message', (request: HealthRequest) => {
  carryOut(request).then(
    () => process.send?.({ done: request.id }),
    (error: unknown) => process.send?.({ done: request.id, error: String(error) }),
  );
});
// Longer than anything here takes: a connection that idles meanwhile stays open.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
