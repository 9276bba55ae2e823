import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@/lib/server/testing/free-port';

/** A new installation of the product. */
export interface Product {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server of its own with an empty data folder. */
export async function startProduct(): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-first-'));
  const port = await freePort();
  const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PIPEWRIGHT_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
    server.stdout?.on('data', (text: Buffer) => {
      if (text.includes('is ready at')) resolve();
    });
  });
}
