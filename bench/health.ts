import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PipelineDocument, StepDocument } from '@/engine';
import type { PollerRequest } from './health-poller';
import type { HealthRequest } from './health-server';
import { drawing } from './pipelines';
import { ms, printTable, quantile, type Row } from './table';

const GOAL = 'max 200 ms';
/** How long health is polled before the request, in ms. */
const BEFORE_MS = 100;
const TIMES = 3;
const LARGE = 9.5e6;

interface Server {
  readonly base: string;
  readonly child: ChildProcess;
  ask(request: DistributiveOmit<HealthRequest, 'id'>): Promise<string | undefined>;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

async function startServer(): Promise<Server> {
  const path = fileURLToPath(new URL('./health-server.ts', import.meta.url));
  const child = fork(path, [], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  let last = 0;
  return {
    base: `http://localhost:${port}`,
    child,
    ask: (request) => {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        const onMessage = (message: { done?: number; answer?: string; error?: string }) => {
          if (message.done !== id) return;
          child.off('message', onMessage);
          if (message.error === undefined) resolve(message.answer);
          else reject(new Error(message.error));
        };
        child.on('message', onMessage);
        child.send({ ...request, id });
      });
    },
  };
}

interface Poller {
  readonly child: ChildProcess;
  /** Latencies of sequential `GET /api/v1/health` during `work`, in ms. */
  beside(work: () => Promise<unknown>): Promise<number[]>;
}

function startPoller(url: string): Poller {
  const path = fileURLToPath(new URL('./health-poller.ts', import.meta.url));
  const child = fork(path, [], { execArgv: ['--import', 'tsx'] });
  const send = (request: PollerRequest) => child.send(request);
  return {
    child,
    async beside(work) {
      send({ poll: url });
      await delay(BEFORE_MS);
      await work();
      const stopped = once(child, 'message');
      send({ poll: undefined });
      const [{ samples }] = (await stopped) as [{ samples: number[] }];
      return samples;
    },
  };
}

/** A service with almost 10 MB of JSON, as rows or as one text. */
async function startService() {
  const row = JSON.stringify({ id: 1, name: 'x'.repeat(60), tags: ['a', 'b'], size: 12.5 });
  const rows = `[${Array.from({ length: Math.floor(LARGE / (row.length + 1)) }, () => row).join(',')}]`;
  const text = JSON.stringify({ text: 'Lorem ipsum '.repeat(LARGE / 12) });
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/rows' ? rows : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, rows, stop: () => server.close() };
}

const faulty = (count: number): StepDocument[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `s${n}`,
    action: 'http_request',
    params: { url: '{{steps.none.output.x + }}', method: 'TELEPORT', wrong: `{{params.p${n}}}` },
    depends_on: [`gone_${n}`],
  }));

const logs = (count: number, message: string): PipelineDocument => ({
  name: 'Literals',
  steps: Array.from({ length: count }, (_, n) => ({ id: `s${n}`, action: 'log', params: { message } })),
});

function request(url: string, body?: string): PipelineDocument {
  const params = { url, method: 'POST', ...(body === undefined ? {} : { body }) };
  return {
    name: 'Large answer',
    steps: [
      { id: 'get', action: 'http_request', params },
      {
        id: 'check',
        action: 'conditional',
        params: { condition: 'size(steps.get.output.response_body) > 0', on_true: 'end' },
      },
      { id: 'end', action: 'log', params: { message: 'Read.' } },
    ],
  };
}

/** Latency of health beside one request of the largest accepted size. */
export async function benchHealth(): Promise<void> {
  const server = await startServer();
  const poller = startPoller(server.base);
  const service = await startService();
  const secret = Array.from({ length: 64_000 }, (_, n) => String.fromCharCode(33 + ((n * 7919) % 90))).join(
    '',
  );
  const works: [string, 'save' | 'run', object][] = [
    ['saving 2,000 steps', 'save', drawing(2000)],
    ['saving 2,000 faulty steps', 'save', { name: 'Faulty', steps: faulty(2000) }],
    ['saving 2,000 steps of 4.7 kB, 9.5 MB', 'save', logs(2000, 'x'.repeat(4700))],
    ['saving one step of 9.5 MB', 'save', logs(1, 'x'.repeat(LARGE))],
    ['refusing 60,000 steps', 'save', drawing(60_000)],
    ['a run that reads 9.5 MB of rows', 'run', request(`${service.url}/rows`)],
    ['the same, rows masked against 64 kB', 'run', request(`${service.url}/rows`, '{{secrets.large}}')],
    ['the same, one text masked against 64 kB', 'run', request(`${service.url}/text`, '{{secrets.large}}')],
  ];
  const rows: Row[] = [];
  try {
    await server.ask({ do: 'secret', value: secret });
    await server.ask({ do: 'run', text: JSON.stringify(logs(1, 'warm')) });
    for (const [what, kind, document] of works) {
      const text = JSON.stringify(document);
      const samples: number[] = [];
      for (let time = 0; time < TIMES; time += 1) {
        samples.push(...(await poller.beside(() => server.ask({ do: kind, text } as HealthRequest))));
      }
      rows.push({ what, value: summary(samples), goal: GOAL });
    }
    const samples: number[] = [];
    const path = await server.ask({ do: 'hook' });
    for (let time = 0; time < TIMES; time += 1) {
      samples.push(...(await poller.beside(() => call(`${server.base}${path}`, service.rows))));
    }
    rows.push({ what: 'a webhook that is sent 9.5 MB of rows', value: summary(samples), goal: GOAL });
    printTable('Health beside one large request, p50', rows);
  } finally {
    server.child.kill('SIGKILL');
    poller.child.kill('SIGKILL');
    service.stop();
  }
}

function summary(samples: readonly number[]): string {
  return `${ms(quantile(samples, 0.5))}, p99 ${ms(quantile(samples, 0.99))}, max ${ms(Math.max(...samples))}`;
}

async function call(url: string, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body });
  if (!answer.ok) throw new Error(`The webhook returned ${answer.status}: ${await answer.text()}`);
}
