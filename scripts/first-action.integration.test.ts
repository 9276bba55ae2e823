import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChange, readTutorial } from './docs/tutorial';
import { projectRoot } from './run';

/** Parts of the repository that the commands of the tutorial need. */
const COPIED = [
  'cli',
  'client',
  'components/ui/testing',
  'drizzle',
  'engine',
  'lib',
  'package.json',
  'scripts/bundle.mjs',
  'scripts/pipewright.mjs',
  'tsconfig.json',
  'vitest.config.ts',
];

const blocks = readTutorial(await readFile(join(projectRoot, 'docs/first-action.md'), 'utf8'));
const commands = blocks.flatMap((block) => (block.kind === 'command' ? [block] : []));
let folder = '';

async function copyRepository(): Promise<void> {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pipewright-tutorial-')));
  await Promise.all(
    COPIED.map((name) => cp(join(projectRoot, name), join(folder, name), { recursive: true })),
  );
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
}

async function follow(): Promise<void> {
  for (const block of blocks) {
    if (block.kind === 'command') continue;
    const path = join(folder, block.path);
    await mkdir(dirname(path), { recursive: true });
    const text = block.kind === 'file' ? block.text : applyChange(await readFile(path, 'utf8'), block.lines);
    await writeFile(path, text);
  }
}

beforeAll(async () => {
  await copyRepository();
  await follow();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the tutorial of a first action', () => {
  it('has files, changes and commands', () => {
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['file', 'change', 'command']));
  });

  it.concurrent.each(commands)('runs $command', async ({ command, prints }) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      NODE_ENV: 'development' as const,
      PATH,
      HOME,
      PIPEWRIGHT_DATA_DIR: join(folder, '.data'),
    };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env });
    expect(stdout).toContain(prints);
  });
});
