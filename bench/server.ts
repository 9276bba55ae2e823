import { type ChildProcess, spawn } from 'node:child_process';

/** Starts the product as `npm start` does, in a given data folder; resolves when it is ready. */
export async function startServer(folder: string, port: number) {
  const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    env: { ...process.env, PORT: String(port), PIPEWRIGHT_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    server.stdout.on('data', (text: Buffer) => {
      if (text.includes('is ready at')) resolve();
    });
  });
  return server;
}

export async function stopServer(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
}
