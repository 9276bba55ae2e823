import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A key with its certificate, in PEM. */
export interface Issued {
  readonly key: string;
  readonly cert: string;
}

/** Certificates of a cluster: its authority, its API server at 127.0.0.1, and a client. */
export interface Authority {
  readonly ca: string;
  readonly server: Issued;
  readonly client: Issued;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Issues certificates as a cluster does: both ends are signed by its own authority. */
export async function createAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-authority-'));
  const openssl = (args: readonly string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const issue = async (name: string, extension: string): Promise<Issued> => {
    await writeFile(join(folder, `${name}.ext`), extension);
    await openssl([
      'req',
      '-new',
      ...KEY,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    ]);
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`];
    await openssl(['x509', '-req', '-in', `${name}.csr`, ...by, '-days', '1', '-out', `${name}.pem`]);
    return { key: await read(`${name}.key`), cert: await read(`${name}.pem`) };
  };
  try {
    const ca = [
      'req',
      '-x509',
      '-new',
      ...KEY,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-subj',
      '/CN=authority',
    ];
    await openssl([...ca, '-days', '1']);
    return {
      ca: await read('ca.pem'),
      server: await issue('server', 'subjectAltName=IP:127.0.0.1\n'),
      client: await issue('client', 'extendedKeyUsage=clientAuth\n'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
