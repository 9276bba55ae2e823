import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../testing/free-port';
import type { RestateSettings } from '../settings';

/** A Restate server of a test. */
export interface TestRestate {
  readonly url: string;
  readonly adminUrl: string;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it on the same data and ports. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/** How long a server may take to respond, in ms. */
const START_MS = 30_000;

/** Starts a server on free ports. @throws Error with its output when it does not respond */
export async function startTestRestate(binary: string): Promise<TestRestate> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-restate-'));
  const [ingress, admin, node] = await Promise.all([freePort(), freePort(), freePort()]);
  let child: ChildProcess | undefined;
  let written = '';
  const adminUrl = `http://127.0.0.1:${admin}`;
  const start = async () => {
    const args = [
      '--base-dir',
      folder,
      '--node-name',
      'one',
      '--bind-ip',
      '127.0.0.1',
      '--listen-mode',
      'tcp',
    ];
    const few = [
      '--bind-port',
      String(node),
      '--default-num-partitions',
      '4',
      '--no-logo',
      '--log-filter',
      'warn',
    ];
    const server = spawn(binary, [...args, ...few], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'test',
        // It leaves folders in the temporary one.
        TMPDIR: folder,
        RESTATE_INGRESS__BIND_PORT: String(ingress),
        RESTATE_ADMIN__BIND_PORT: String(admin),
        RESTATE_DISABLE_TELEMETRY: 'true',
      },
    });
    child = server;
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (text) => {
        written = `${written}${text}`.slice(-4000);
      });
    }
    await untilHealthy(adminUrl, () => written);
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    url: `http://127.0.0.1:${ingress}`,
    adminUrl,
    kill,
    start,
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Settings of a process that uses it, on a free port. */
export async function restateSettings({ url, adminUrl }: TestRestate): Promise<RestateSettings> {
  const servicePort = await freePort();
  const serviceHost = '127.0.0.1';
  return { url, adminUrl, servicePort, serviceHost, serviceUrl: undefined, identityKeys: [] };
}

async function untilHealthy(adminUrl: string, written: () => string): Promise<void> {
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    const isUp = await fetch(`${adminUrl}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await delay(50);
  }
  throw new Error(`The server of Restate did not start in time. It wrote: ${written()}`);
}
