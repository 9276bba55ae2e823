import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A key with a self-signed certificate, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem'];

/**
 * Creates a certificate for these names, such as `DNS:localhost`.
 * @param days until it expires; -1 for an expired one
 */
export async function createCertificate(names: readonly string[], days = 1): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-certificate-'));
  const openssl = (args: readonly string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  try {
    const alternatives = ['-addext', `subjectAltName=${names.join(',')}`];
    await openssl(['req', '-new', ...KEY, '-out', 'request.pem', '-subj', '/CN=test', ...alternatives]);
    const signing = ['-signkey', 'key.pem', '-copy_extensions', 'copy', '-days', String(days)];
    await openssl(['x509', '-req', '-in', 'request.pem', ...signing, '-out', 'cert.pem']);
    return { key: await read('key.pem'), cert: await read('cert.pem') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
