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

/** Creates a certificate that is valid for one day and these names, such as `DNS:localhost`. */
export async function createCertificate(names = ['DNS:localhost', 'IP:127.0.0.1']): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-certificate-'));
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  try {
    await promisify(execFile)('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
      ],
      ...['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`],
      ...['-keyout', key, '-out', cert],
    ]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
