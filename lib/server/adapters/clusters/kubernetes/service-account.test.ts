import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readServiceAccount } from './service-account';

test('the service account of a pod is read again each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-pod-'));
  try {
    await writeFile(join(folder, 'ca.crt'), 'PEM');
    await writeFile(join(folder, 'token'), 'first\n');
    const read = (host: string) => readServiceAccount({ host, port: 443 }, folder);
    expect(await read('10.0.0.1')).toEqual({
      server: 'https://10.0.0.1:443',
      authority: 'PEM',
      token: 'first',
    });
    await writeFile(join(folder, 'token'), 'second');
    expect(await read('fd00::1')).toEqual({
      server: 'https://[fd00::1]:443',
      authority: 'PEM',
      token: 'second',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
