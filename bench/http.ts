import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { promisify } from 'node:util';
import type { PipelineDocument } from '@/engine';
import { runInMemory } from './in-memory';
import { measure, ms, printTable, quantile, type Row } from './table';

const LATENCY_MS = 50;

/** Concurrent requests to a slow service, and a large response. */
export async function benchHttp(): Promise<void> {
  const server = createServer((_, response) => {
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end('{"ok": true}');
    }, LATENCY_MS);
  });
  const url = await listen(server);
  const samples = await measure(10, () => runInMemory(fanOut(url, 100)));
  server.close();
  const large = await largeAnswer();
  const rows: Row[] = [
    {
      what: '100 concurrent GETs of 50 ms, then aggregate, p50',
      value: ms(quantile(samples, 0.5)),
      goal: '250 ms',
    },
    { what: '10 MB answer through condition and transform', value: ms(large.ms) },
    { what: '  extra memory at its peak', value: `${large.extraMb} MB`, goal: '150 MB' },
  ];
  printTable('HTTP', rows);
}

function fanOut(url: string, requests: number): PipelineDocument {
  const ids = Array.from({ length: requests }, (_, index) => `get_${index}`);
  return {
    name: 'Fan out',
    steps: [
      ...ids.map((id) => ({ id, action: 'http_request', params: { url } })),
      { id: 'all', action: 'aggregate', params: { sources: ids, strategy: 'concat' } },
    ],
    settings: { max_parallel_steps: requests },
  };
}

/** In a separate process, to measure its own memory peak. */
async function largeAnswer(): Promise<{ ms: number; extraMb: number }> {
  const script = new URL('./large-answer.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script]);
  return JSON.parse(stdout) as { ms: number; extraMb: number };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
}
