import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Config, readConfig } from '@/lib/server/config';
import { listenProblem } from '@/lib/server/http/edge/listen-problem';
import { requirePrivateAddress } from '@/lib/server/private-address';
import packageJson from '../package.json' with { type: 'json' };
import { exitCode, projectRoot } from './run';

const POLL_MS = 100;
const SAME_SIGNAL_MS = 1000;
/** Read before the build, during which npm may be stopped. */
const PARENT = process.ppid;

/** Differences between `npm start` and `npm run dev`. */
export interface ServeOptions {
  readonly command: 'start' | 'dev';
  readonly environment: 'production' | 'development';
  readonly usage: string;
  /** Runs after the checks, before the server. */
  prepare(): Promise<void>;
}

const VARIABLES = `
Environment:
  PORT                 port to listen on (default 3000)
  HOST                 address to listen on (default 127.0.0.1); other addresses
                       need PIPEWRIGHT_ALLOW_UNAUTHENTICATED=1, because there is no sign-in
  DATABASE_URL         PostgreSQL 15 or later, instead of the bundled server
  PIPEWRIGHT_DATA_DIR  folder of the bundled database (default .data)
  PIPEWRIGHT_WORKER    "off": this process executes no runs
  PIPEWRIGHT_LEASE_MS  duration of a worker's lease on a run (default 10000)
  PIPEWRIGHT_HOSTS     accepted host names besides those of this machine
  EGRESS_MODE          what pipelines may call: open, public or allowlist
  EGRESS_ALLOW         further targets, such as db.internal:5432,10.0.0.0/8
`;

function checkNode(): void {
  const [, wanted = '', minor = '0'] = /(\d+)\.(\d+)/.exec(packageJson.engines.node) ?? [];
  const [have = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  if (have > Number(wanted) || (have === Number(wanted) && haveMinor >= Number(minor))) return;
  throw new Error(
    `Pipewright needs Node.js ${wanted}.${minor} or later, but this is ${process.version}. Install a newer version.`,
  );
}

/**
 * Checks the port first, because Next would print a stack trace for a port in use, and in development choose another
 * one.
 */
function checkPort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(listenProblem(error.code, { ...config, variable: 'PORT' }), { cause: error })),
    );
    server.listen(config.port, config.host, () => server.close(() => resolve()));
  });
}

function addressOf({ host, port }: Config): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const name = everywhere[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

async function announce(address: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const status = await fetch(address, { redirect: 'manual' }).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== undefined) {
      console.log(`Pipewright is ready at ${address}`);
      if (status >= 500)
        console.error(`The first page returned status ${status}. See the output above for the reason.`);
      return;
    }
    await delay(POLL_MS);
  }
}

/**
 * Forwards each signal once: npm, the terminal and this process may all send the same one, and a second one ends the
 * server immediately.
 */
function forwardSignals(child: ChildProcess): void {
  let last = Number.NEGATIVE_INFINITY;
  const forward = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (now - last > SAME_SIGNAL_MS) child.kill(signal);
    last = now;
  };
  process.on('SIGTERM', () => forward('SIGTERM'));
  process.on('SIGHUP', () => forward('SIGTERM'));
  process.on('SIGINT', () => forward('SIGINT'));
}

/** The shell of npm does not forward signals: when it is stopped, this process only gets another parent. */
function endWithNpm(child: ChildProcess): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => {
    if (process.ppid !== PARENT) child.kill('SIGTERM');
  }, SAME_SIGNAL_MS).unref();
}

/**
 * Threads of V8 besides the main one, mostly for garbage collection. With the default of 4, a full collection on a
 * machine with few cores blocks the main thread and the database: docs/decisions/cooperative-long-work.md.
 */
const V8_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

function spawnWeb(config: Config, { command, environment }: ServeOptions): ChildProcess {
  const preload = pathToFileURL(join(projectRoot, 'scripts', 'end-with-parent.mjs')).href;
  const flags = [`--v8-pool-size=${V8_THREADS}`, '--import', preload];
  const args = ['scripts/web.mjs', command, config.host, String(config.port)];
  return spawn(process.execPath, [...flags, ...args], {
    cwd: projectRoot,
    // A separate process group, so that it receives signals to the group only through this process.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: environment,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
}

async function serve(config: Config, options: ServeOptions): Promise<number> {
  const child = spawnWeb(config, options);
  forwardSignals(child);
  endWithNpm(child);
  const ended = exitCode(child);
  await announce(addressOf(config), child);
  return ended;
}

/**
 * Checks the environment, then runs the web server until it ends.
 * @throws Error with one sentence when it cannot start
 */
export async function main(options: ServeOptions): Promise<void> {
  if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) {
    console.log(options.usage + VARIABLES);
    return;
  }
  checkNode();
  const config = readConfig(process.env, projectRoot);
  requirePrivateAddress(config);
  await checkPort(config);
  await options.prepare();
  // Exits, since listeners for signals would keep the process alive.
  process.exit(await serve(config, options));
}
