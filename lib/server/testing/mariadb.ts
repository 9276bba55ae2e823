import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WATCHDOG } from '../db/embedded/watchdog';
import { freePort } from './free-port';
import { createCertificate } from './mail-certificate';
import { type TestDatabaseServer, untilListening, urlOf } from './second-postgres';

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'];

function find(program: string): string | undefined {
  return PLACES.map((place) => join(place, program)).find((path) => existsSync(path));
}

interface MariadbPrograms {
  readonly server: string;
  readonly install: string;
}

/** The programs of MariaDB, if it is installed. */
export function findMariadb(): MariadbPrograms | undefined {
  const server = find('mariadbd');
  const install = find('mariadb-install-db');
  return server && install ? { server, install } : undefined;
}

/** Starts a MariaDB on a free port with an empty folder. @returns undefined when it is not installed */
export async function startMariadb(): Promise<TestDatabaseServer | undefined> {
  const programs = findMariadb();
  if (!programs) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-mariadb-'));
  try {
    return await startIn(folder, programs);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder: string, programs: MariadbPrograms): Promise<TestDatabaseServer> {
  // A server that starts deletes the temporary tables it finds, so a shared folder would cost other servers theirs.
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', ...asRoot, `--datadir=${join(folder, 'data')}`, `--tmpdir=${temporary}`];
  await promisify(execFile)(programs.install, [
    ...common,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const { key, cert } = await createCertificate();
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
  const server = {
    host: '127.0.0.1',
    port: await freePort(),
    user: 'tester',
    password: 'p@ss:w/rd#1%',
    database: 'shop',
  };
  await writeFile(
    join(folder, 'init.sql'),
    `create database shop character set utf8mb4;\ncreate user tester@'127.0.0.1' identified by '${server.password}';\ngrant all on *.* to tester@'127.0.0.1';\n`,
  );
  const log = join(folder, 'server.log');
  const args = [
    ...common,
    `--port=${server.port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 's.sock')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--log-error=${log}`,
    `--init-file=${join(folder, 'init.sql')}`,
    `--ssl-key=${join(folder, 'key.pem')}`,
    `--ssl-cert=${join(folder, 'cert.pem')}`,
    '--skip-name-resolve',
    '--innodb-buffer-pool-size=32M',
    '--innodb-flush-log-at-trx-commit=0',
    '--local-infile=1',
    '--event-scheduler=off',
  ];
  // MariaDB stops on SIGTERM; it ignores SIGINT, which is a fast stop for PostgreSQL.
  const script = WATCHDOG.replace('kill -INT', 'kill -TERM');
  const child = spawn('/bin/sh', ['-c', script, 'test-mariadb', programs.server, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async () => {
    child.stdin.end();
    await ended;
  };
  try {
    await untilListening(server.port, ended, log);
  } catch (error) {
    await end();
    throw error;
  }
  const stop = async () => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, certificate: cert, url: urlOf('mysql', server), stop };
}
