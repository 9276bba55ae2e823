import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installSeparately } from './npm-package';

const home = mkdtempSync(join(tmpdir(), 'pipewright-package-'));
let archive = '';
let integrity = '';

beforeAll(async () => {
  const source = join(home, 'source');
  const marker = join(home, 'script-ran');
  await mkdir(source);
  const scripts = { prepack: `echo > ${marker}`, postpack: `echo > ${marker}`, install: `echo > ${marker}` };
  writeFileSync(
    join(source, 'package.json'),
    JSON.stringify({ name: 'a-server', version: '1.0.0', scripts }),
  );
  writeFileSync(join(source, 'program'), 'the program');
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', home], {
    cwd: source,
    stdio: 'pipe',
  });
  archive = join(home, 'a-server-1.0.0.tgz');
  integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a package with the expected content is unpacked, and none of its scripts runs', async () => {
  const folder = join(home, 'installed', 'a-server');
  await installSeparately({ spec: archive, integrity, folder });
  expect(readFileSync(join(folder, 'program'), 'utf8')).toBe('the program');
  expect(existsSync(join(home, 'script-ran'))).toBe(false);
});

test('a package with another content is refused, and nothing of it is kept', async () => {
  const folder = join(home, 'refused', 'a-server');
  const expected = `sha512-${createHash('sha512').update('another').digest('base64')}`;
  await expect(installSeparately({ spec: archive, integrity: expected, folder })).rejects.toThrow(
    /not the expected sha512-.*It was not installed/,
  );
  expect(await readdir(join(home, 'refused'))).toEqual([]);
});
