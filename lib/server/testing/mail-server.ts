import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WATCHDOG } from '../db/embedded/watchdog';
import { freePort } from './free-port';
import { createCertificate } from './mail-certificate';

/** A Postfix with one mailbox on this machine. */
export interface MailServerUnderTest {
  readonly port: number;
  /** Its certificate, in PEM. */
  readonly certificate: string;
  /** The only address that it accepts mail for. */
  readonly mailbox: string;
  /** The mails in the mailbox, once there are this many. */
  mails(count: number): Promise<Buffer[]>;
  stop(): Promise<void>;
}

const POSTFIX = '/usr/sbin/postfix';
const MAILBOX = 'jo@mail.test';
const NOBODY = 65_534;
const READY_LIMIT_MS = 120_000;

/** Largest mail that the server accepts, in bytes. */
export const MAIL_SIZE_LIMIT = 1_000_000;

/**
 * Why no real mail server can be started; undefined when it can. Postfix starts as root and switches to users of its
 * own.
 */
export function whyNoMailServer(): string | undefined {
  if (!existsSync(POSTFIX)) return 'Postfix is not installed (Debian: apt-get install postfix).';
  return process.getuid?.() === 0 ? undefined : 'Postfix can be started by root only.';
}

/** Starts a Postfix on a free port, with separate folders. @throws Error when it cannot start */
export async function startMailServer(): Promise<MailServerUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-postfix-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const { key, cert } = await createCertificate(['DNS:localhost']);
  await writeConfiguration(folder, { port, key, cert });
  const config = join(folder, 'config');
  await promisify(execFile)(POSTFIX, ['-c', config, 'check']);
  const daemons = (
    await promisify(execFile)('/usr/sbin/postconf', ['-hd', 'daemon_directory'])
  ).stdout.trim();
  const script = WATCHDOG.replace('kill -INT', 'kill -TERM');
  const command = [join(daemons, 'master'), '-c', config, '-d'];
  const child = spawn('/bin/sh', ['-c', script, 'test-postfix', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilGreeting(port);
  } catch (error) {
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`Postfix does not start: ${log}`, { cause: error });
  }
  return {
    port,
    certificate: cert,
    mailbox: MAILBOX,
    mails: (count) => mailsIn(join(folder, 'mail', 'jo', 'new'), count),
    stop,
  };
}

async function writeConfiguration(
  folder: string,
  { port, key, cert }: { port: number; key: string; cert: string },
): Promise<void> {
  for (const name of ['config', 'queue', 'data', 'mail']) await mkdir(join(folder, name));
  const [, user, group] = /^postfix:[^:]*:(\d+):(\d+)/m.exec(await readFile('/etc/passwd', 'utf8')) ?? [];
  await chown(join(folder, 'data'), Number(user), Number(group));
  await chown(join(folder, 'mail'), NOBODY, NOBODY);
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 });
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'config', 'main.cf'), mainConfiguration(folder));
  await writeFile(join(folder, 'config', 'master.cf'), services(port));
}

/** Accepts mail for one mailbox from any sender, and relays nothing. */
function mainConfiguration(folder: string): string {
  const settings: Record<string, string | number> = {
    compatibility_level: '3.6',
    myhostname: 'mail.test',
    queue_directory: join(folder, 'queue'),
    data_directory: join(folder, 'data'),
    maillog_file: join(folder, 'log'),
    maillog_file_prefixes: '/',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mydestination: '',
    mynetworks: '',
    alias_maps: '',
    local_recipient_maps: '',
    smtpd_relay_restrictions: 'reject_unauth_destination',
    virtual_mailbox_domains: 'mail.test',
    virtual_mailbox_base: join(folder, 'mail'),
    virtual_mailbox_maps: `inline:{ { ${MAILBOX} = jo/ } }`,
    virtual_uid_maps: `static:${NOBODY}`,
    virtual_gid_maps: `static:${NOBODY}`,
    virtual_minimum_uid: 1,
    message_size_limit: MAIL_SIZE_LIMIT,
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: join(folder, 'cert.pem'),
    smtpd_tls_key_file: join(folder, 'key.pem'),
    smtpd_peername_lookup: 'no',
    disable_dns_lookups: 'yes',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** The services of Postfix for receiving mail and delivering it to a mailbox. */
function services(port: number): string {
  const internal = (name: string, command = name) => `${name} unix - - n - 0 ${command}`;
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    internal('bounce'),
    internal('defer', 'bounce'),
    internal('trace', 'bounce'),
    'proxymap unix - - n - - proxymap',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');
}

async function untilGreeting(port: number): Promise<void> {
  const greets = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('data', (data) => resolve(data.toString().startsWith('220')));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
      socket.once('data', () => socket.end('QUIT\r\n'));
    });
  for (const limit = performance.now() + READY_LIMIT_MS; performance.now() < limit; await delay(50)) {
    if (await greets()) return;
  }
  throw new Error('No greeting.');
}

async function mailsIn(folder: string, count: number): Promise<Buffer[]> {
  for (const limit = performance.now() + READY_LIMIT_MS; performance.now() < limit; await delay(50)) {
    const names = existsSync(folder) ? (await readdir(folder)).sort() : [];
    if (names.length >= count) return Promise.all(names.map((name) => readFile(join(folder, name))));
  }
  throw new Error(`The mailbox has not ${count} mails.`);
}
