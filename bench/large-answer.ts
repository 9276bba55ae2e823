/** Prints as JSON how much memory a 10 MB response costs in a condition and a transform. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PipelineDocument } from '@/engine';
import { runInMemory } from './in-memory';

/** Nearly 10 MB of rows, served by a separate thread whose memory is counted before the run begins. */
const SERVICE = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const row = JSON.stringify({ id: 1, name: 'x'.repeat(60), tags: ['a', 'b'], size: 12.5 });
  const body = Buffer.from('[' + Array.from({ length: Math.floor(9.9e6 / (row.length + 1)) }, () => row).join(',') + ']');
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

function pipeline(url: string): PipelineDocument {
  return {
    name: 'Large answer',
    steps: [
      { id: 'get', action: 'http_request', params: { url } },
      {
        id: 'check',
        action: 'conditional',
        params: { condition: 'size(steps.get.output.response_body) > 10', on_true: 'pick' },
      },
      {
        id: 'pick',
        action: 'transform',
        params: { operation: 'map', field: 'id', input: '{{steps.get.output.response_body}}' },
      },
    ],
  };
}

const service = new Worker(SERVICE, { eval: true });
const [port] = (await once(service, 'message')) as [number];
await runInMemory({ name: 'Warm', steps: [{ id: 'a', action: 'log', params: { message: 'warm' } }] });
const before = process.resourceUsage().maxRSS;
const start = performance.now();
await runInMemory(pipeline(`http://127.0.0.1:${port}/`));
const took = performance.now() - start;
const extraMb = Math.round((process.resourceUsage().maxRSS - before) / 1024);
process.stdout.write(JSON.stringify({ ms: took, extraMb }));
process.exit(0);
