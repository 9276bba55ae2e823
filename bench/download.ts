import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createDialer } from '@/lib/server/adapters/egress';
import { createDownload } from '@/lib/server/adapters/http';
import { downloadFile } from '@/lib/server/adapters/models/download-file';
import { ModelFolder } from '@/lib/server/adapters/models/model-folder';
import { openHttpFile } from '@/lib/server/adapters/models/sources/http-file';
import { printTable, quantile } from './table';

const MEGABYTES = 1000;
const REPEATS = 3;
const MB = 1_000_000;

/** A measured copy of the file. */
interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
  readonly extraMb: number;
}

/** A verified download of a model, against a plain stream of the same file to the same disk. */
export async function benchDownload(): Promise<void> {
  const server = fork(new URL('./file-server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [port] = (await once(server, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/${MEGABYTES}`;
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-download-'));
  const plain: Sample[] = [];
  const verified: Sample[] = [];
  try {
    // The first of each warms up.
    for (let turn = 0; turn <= REPEATS; turn += 1) {
      const first = await measured(() => streamToDisk(url, join(folder, 'plain')));
      const second = await measured(() => downloadModel(url, folder));
      if (turn === 0) continue;
      plain.push(first);
      verified.push(second);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    server.kill();
  }
  print(plain, verified);
}

async function streamToDisk(url: string, path: string): Promise<void> {
  const request = http.get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await pipeline(response, createWriteStream(path));
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
  await rm(path);
}

async function downloadModel(url: string, folder: string): Promise<void> {
  const dialer = createDialer({ mode: 'open', allow: [], own: { ports: [], databases: [] } });
  const download = createDownload({ dialer });
  const store = new ModelFolder({
    root: join(folder, 'models'),
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
  });
  const key = 'ab'.repeat(32);
  const asked = { url, headers: async () => ({}), accessAdvice: '' };
  const file = await downloadFile({
    store,
    key,
    file: {
      path: 'model',
      size: MEGABYTES * MB,
      expected: undefined,
      version: undefined,
      open: (from, signal) => openHttpFile(download, asked, from, signal),
    },
    known: undefined,
    signal: new AbortController().signal,
    onSize: () => undefined,
    onReceived: () => undefined,
    log: () => undefined,
  });
  await store.publish(key, file);
  await store.remove(file.sha256);
}

async function measured(work: () => Promise<void>): Promise<Sample> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000, extraMb: (peak - before) / MB };
}

function print(plain: readonly Sample[], verified: readonly Sample[]): void {
  const rate = (samples: readonly Sample[]) =>
    MEGABYTES /
    (quantile(
      samples.map(({ ms }) => ms),
      0.5,
    ) /
      1000);
  const extra = Math.max(...verified.map(({ extraMb }) => extraMb));
  const cpu = (samples: readonly Sample[]) =>
    quantile(
      samples.map(({ cpuMs }) => cpuMs),
      0.5,
    );
  const ratios = verified.map(({ ms }, at) => (plain[at]?.ms ?? Number.NaN) / ms);
  printTable(`Download of ${MEGABYTES} MB, ${REPEATS} times each in turn`, [
    { what: 'plain stream to disk', value: `${rate(plain).toFixed(0)} MB/s` },
    { what: 'verified download of a model', value: `${rate(verified).toFixed(0)} MB/s` },
    {
      what: 'of the plain stream (median)',
      value: `${(100 * quantile(ratios, 0.5)).toFixed(0)} %`,
      goal: '>= 80 %',
    },
    { what: 'extra memory (most)', value: `${extra.toFixed(0)} MB`, goal: '<= 80 MB' },
    { what: 'CPU, plain and verified', value: `${cpu(plain).toFixed(0)} and ${cpu(verified).toFixed(0)} ms` },
  ]);
}
