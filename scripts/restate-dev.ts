import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readConfig } from '@/lib/server/config';
import { ensureRestateServer } from './restate-server';
import { exitCode, fail, projectRoot, start } from './run';

/** Preferred ports of Restate: requests, administration, other nodes. */
const USUAL_PORTS = { ingress: 8080, admin: 9070, node: 5122 };

/** Preferred port where Pipewright listens for Restate. */
const SERVICE_PORT = 9080;

const HOST = '127.0.0.1';

/** The preferred port, or a free one when it is in use. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' && wanted !== 0 ? resolve(freePort(0)) : reject(error),
    );
    server.listen(wanted, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}

function settingsText(ports: { ingress: number; admin: number; service: number }): string {
  return [
    '',
    'Restate is starting. To run pipelines on it, start Pipewright in another terminal:',
    '',
    `  RESTATE_URL=http://${HOST}:${ports.ingress} \\`,
    `  RESTATE_ADMIN_URL=http://${HOST}:${ports.admin} \\`,
    `  RESTATE_SERVICE_PORT=${ports.service} \\`,
    '  npm start',
    '',
    `Web interface: http://${HOST}:${ports.admin}. Ctrl-C ends it; its data stays.`,
    '',
  ].join('\n');
}

/** Runs a Restate server on this machine until the process receives a signal to stop. */
async function main(): Promise<void> {
  const binary = await ensureRestateServer();
  const folder = join(readConfig(process.env, projectRoot).dataDir, 'restate');
  await mkdir(folder, { recursive: true });
  const [ingress, admin, node, service] = await Promise.all([
    freePort(USUAL_PORTS.ingress),
    freePort(USUAL_PORTS.admin),
    freePort(USUAL_PORTS.node),
    freePort(SERVICE_PORT),
  ]);
  console.log(settingsText({ ingress, admin, service }));
  const where = ['--base-dir', folder, '--node-name', 'pipewright', '--bind-ip', HOST];
  const how = [
    '--bind-port',
    String(node),
    '--listen-mode',
    'tcp',
    '--no-logo',
    '--log-filter',
    'warn,octocrab=off',
  ];
  const server = start(binary, [...where, ...how], {
    env: {
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
      RESTATE_DISABLE_TELEMETRY: 'true',
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  process.exitCode = await exitCode(server);
}

await main().catch(fail);
