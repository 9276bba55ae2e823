import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOld } from './bundle.mjs';

test('a new bundle removes those of the same program that are older than a day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bundles-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const hour = 3_600_000;
  const ages = { 'worker-1.mjs': 25, 'worker-2.mjs': 23, 'gateway-1.mjs': 25, 'worker-1.json': 25 };
  for (const [name, hours] of Object.entries(ages)) {
    const path = join(folder, name);
    await writeFile(path, '');
    const at = new Date(Date.now() - hours * hour);
    await utimes(path, at, at);
  }
  await removeOld('worker', folder);
  expect((await readdir(folder)).sort()).toEqual(['gateway-1.mjs', 'worker-1.json', 'worker-2.mjs']);
});
