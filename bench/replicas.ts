import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  readyReplica,
  startReplica,
  stopReplica,
  type TestReplica,
  tinyModelFile,
} from '@/lib/server/adapters/runtimes/testing/replica';
import { ms, printTable, quantile } from './table';

const STARTS = 5;
const REPLICAS = 3;
const TOKENS = 256;

const answer = z.object({ usage: z.object({ completion_tokens: z.number() }) });

/** Start, memory and speed of replicas of the embedded runtime, with the tiny model. */
export async function benchReplicas(): Promise<void> {
  const model = await tinyModelFile();
  try {
    // The first start bundles the program.
    await stopReplica((await started(model.path)).replica);
    const starts = [];
    for (let turn = 0; turn < STARTS; turn += 1) {
      const { replica, readyMs } = await started(model.path);
      starts.push(readyMs);
      await stopReplica(replica);
    }
    const all = await Promise.all(Array.from({ length: REPLICAS }, () => started(model.path)));
    const rates = await rateOf(all[0]?.address ?? '');
    const memory = await Promise.all(all.map(({ replica }) => memoryOf(replica)));
    await Promise.all(all.map(({ replica }) => stopReplica(replica)));
    printTable('Replicas', [
      { what: 'ready after, p50', value: ms(quantile(starts, 0.5)), goal: '3,000 ms' },
      { what: 'ready after, longest', value: ms(Math.max(...starts)), goal: '3,000 ms' },
      ...['Rss', 'Pss'].map((name) => ({
        what: `${name} of a replica, of ${REPLICAS}`,
        value: megabytes(Math.max(...memory.map((one) => one[name] ?? Number.NaN))),
        goal: '130 MB',
      })),
      { what: 'tokens per second, one request at a time', value: String(Math.round(rates)) },
    ]);
  } finally {
    await model.remove();
  }
}

async function started(modelPath: string) {
  const from = performance.now();
  const replica = startReplica({ modelPath });
  const address = await readyReplica(replica);
  return { replica, address, readyMs: performance.now() - from };
}

/** Tokens per second, after a request that is not counted. */
async function rateOf(address: string): Promise<number> {
  await generate(address);
  const from = performance.now();
  let tokens = 0;
  for (let turn = 0; turn < 5; turn += 1) tokens += await generate(address);
  return tokens / ((performance.now() - from) / 1000);
}

async function generate(address: string): Promise<number> {
  const response = await fetch(`${address}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'once upon a time', max_tokens: TOKENS, temperature: 0 }),
  });
  return answer.parse(await response.json()).usage.completion_tokens;
}

/** The lines of smaps_rollup in kB, such as Rss and Pss, which counts shared pages in parts. */
async function memoryOf({ child }: TestReplica): Promise<Readonly<Record<string, number>>> {
  const text = await readFile(`/proc/${child.pid}/smaps_rollup`, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name, kb]) => [name, Number(kb)]),
  );
}

function megabytes(kilobytes: number): string {
  return `${Math.round(kilobytes / 1000)} MB`;
}
