import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { type Account, chooseAccount, identity } from '../db/embedded/account';
import { type Binaries, findPackage, prepareBinaries } from '../db/embedded/binaries';
import { SYSTEM_FOLDER } from '../db/embedded/place';
import { WATCHDOG } from '../db/embedded/watchdog';
import { freePort } from './free-port';
import { createCertificate } from './mail-certificate';

/** A typical database server: over TCP, with passwords and optional TLS. */
export interface TestDatabaseServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Its certificate, in PEM. */
  readonly certificate: string;
  /** Its connection string, without TLS by default. */
  url(options?: string): string;
  stop(): Promise<void>;
}

const PASSWORD = 'p@ss:w/rd#1%';
const READY_LIMIT_MS = 60_000;

/** The connection string of a server. */
export function urlOf(
  scheme: string,
  { user, password, host, port, database }: Omit<TestDatabaseServer, 'url' | 'stop' | 'certificate'>,
): (options?: string) => string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return (options = '') => `${scheme}://${login}@${host}:${port}/${database}${options}`;
}

/** Waits until the port accepts connections. @throws Error with the server's log when the server exited */
export async function untilListening(port: number, ended: Promise<unknown>, log: string): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (const limit = Date.now() + READY_LIMIT_MS; Date.now() < limit; await delay(20)) {
    if (hasEnded) break;
    if (await accepts(port)) return;
  }
  throw new Error(`The test server does not start: ${await readFile(log, 'utf8').catch(() => '')}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Waits for a query: PostgreSQL listens before it responds. */
async function untilReady(server: { host: string; port: number; user: string; password: string }) {
  for (const limit = Date.now() + READY_LIMIT_MS; ; await delay(20)) {
    const sql = postgres({ ...server, database: 'postgres', max: 1, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

async function createCluster(folder: string, binaries: Binaries, account: Account): Promise<string> {
  const data = join(folder, 'data');
  const password = join(folder, 'password');
  await writeFile(password, PASSWORD);
  const args = [
    '-D',
    data,
    '-U',
    'tester',
    '-A',
    'scram-sha-256',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    '-N',
  ];
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8'];
  if (account.isSwitched) await chown(password, account.uid, account.gid);
  await promisify(execFile)(binaries.initdb, [...args, ...locale], {
    ...identity(account),
    env: binaries.env,
    cwd: '/',
  });
  const { key, cert } = await createCertificate();
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    if (account.isSwitched) await chown(join(data, name), account.uid, account.gid);
  }
  return cert;
}

/** Starts a separate PostgreSQL on a free port, like the database of a user. */
export async function startSecondPostgres(): Promise<TestDatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-second-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { stop, ...server } = await startIn(folder);
    return { ...server, stop: () => stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startIn(folder: string): Promise<TestDatabaseServer> {
  await chmod(folder, 0o755);
  const account = await chooseAccount(join(folder, 'data'));
  if (account.isSwitched) await chown(folder, account.uid, account.gid);
  const pack = await findPackage(process.cwd());
  const libraries = join(folder, 'libraries');
  const binaries = await prepareBinaries({ pack, account, libraries, systemFolder: SYSTEM_FOLDER });
  const certificate = await createCluster(folder, binaries, account);
  const port = await freePort();
  const settings = ['ssl=on', 'fsync=off', 'jit=off', 'max_connections=150', 'shared_buffers=32MB'];
  const log = join(folder, 'data', 'test.log');
  const command = [
    binaries.postgres,
    '-D',
    join(folder, 'data'),
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    '',
  ];
  const script = `${WATCHDOG.replace('"$@"', `"$@" >${JSON.stringify(log)} 2>&1`)}`;
  const args = [...command, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn('/bin/sh', ['-c', script, 'test-postgres', ...args], {
    ...identity(account),
    env: binaries.env,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const server = { host: '127.0.0.1', port, user: 'tester', password: PASSWORD, database: 'postgres' };
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  try {
    await untilListening(port, ended, log);
    await untilReady(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...server, certificate, url: urlOf('postgres', server), stop };
}
