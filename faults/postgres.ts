import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { type Account, chooseAccount, identity } from '@/lib/server/db/embedded/account';
import { type Binaries, findPackage, prepareBinaries } from '@/lib/server/db/embedded/binaries';
import { SYSTEM_FOLDER } from '@/lib/server/db/embedded/place';
import { WATCHDOG } from '@/lib/server/db/embedded/watchdog';
import { freePort } from '@/lib/server/testing/free-port';

const USER = 'tester';
const READY_LIMIT_MS = 60_000;

/** A PostgreSQL server that the harness kills and restarts. */
export interface Cluster {
  readonly port: number;
  url(database: string): string;
  /** Simulates a crash: `SIGQUIT` drops all connections immediately, `SIGKILL` ends the postmaster alone. */
  kill(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Restarts the server on the same data and port, and waits until it accepts connections. */
  start(): Promise<void>;
  readonly isRunning: boolean;
  stop(): Promise<void>;
}

/** Creates a cluster in a folder and starts it on a free port. */
export async function createCluster(folder: string, settings: readonly string[] = []): Promise<Cluster> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const account = await chooseAccount(data);
  if (account.isSwitched) await chown(folder, account.uid, account.gid);
  const pack = await findPackage(process.cwd());
  const libraries = join(folder, 'libraries');
  const binaries = await prepareBinaries({ pack, account, libraries, systemFolder: SYSTEM_FOLDER });
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8'];
  const init = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '-N', ...locale];
  await promisify(execFile)(binaries.initdb, init, {
    ...identity(account),
    env: binaries.env,
    cwd: '/',
  });
  const cluster = new LocalCluster({ data, account, binaries, settings, port: await freePort() });
  await cluster.start();
  return cluster;
}

interface Parts {
  readonly data: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly settings: readonly string[];
  readonly port: number;
}

class LocalCluster implements Cluster {
  readonly #parts: Parts;
  #server: { readonly ended: Promise<void>; readonly stop: () => void; hasEnded: boolean } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get port(): number {
    return this.#parts.port;
  }

  get isRunning(): boolean {
    return this.#server !== undefined && !this.#server.hasEnded;
  }

  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    for (const limit = Date.now() + READY_LIMIT_MS; ; await delay(50)) {
      if (!this.isRunning) this.#spawn();
      if (await this.#answers()) return;
      if (Date.now() > limit) throw new Error(`PostgreSQL does not start: ${await this.#log()}`);
    }
  }

  async kill(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const pid = Number((await readFile(join(this.#parts.data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, signal);
    await this.#server?.ended;
  }

  async stop(): Promise<void> {
    this.#server?.stop();
    await this.#server?.ended;
  }

  #spawn(): void {
    const { data, account, binaries, settings, port } = this.#parts;
    const all = ['fsync=off', 'jit=off', 'max_connections=120', 'shared_buffers=32MB', ...settings];
    const command = [binaries.postgres, '-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', ''];
    const log = JSON.stringify(join(data, 'server.log'));
    const script = WATCHDOG.replace('"$@"', `"$@" >>${log} 2>&1`);
    const args = ['-c', script, 'faults-postgres', ...command, ...all.flatMap((each) => ['-c', each])];
    const child = spawn('/bin/sh', args, {
      ...identity(account),
      env: binaries.env,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.stdin.on('error', () => undefined);
    const server = {
      hasEnded: false,
      stop: () => child.stdin.end(),
      ended: new Promise<void>((resolve) =>
        child.once('exit', () => {
          server.hasEnded = true;
          child.stdin.end();
          resolve();
        }),
      ),
    };
    this.#server = server;
  }

  async #answers(): Promise<boolean> {
    const sql = postgres(this.url('postgres'), { max: 1, connect_timeout: 5, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return true;
    } catch {
      return false;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async #log(): Promise<string> {
    const text = await readFile(join(this.#parts.data, 'server.log'), 'utf8').catch(() => '');
    return text.slice(-2000);
  }
}
