import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, runPackage } from './run';

const FOLDERS = ['app', 'client', 'components', 'drizzle', 'engine', 'lib', 'public'];
const FILES = [
  'instrumentation.ts',
  'instrumentation-client.ts',
  'next.config.js',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const TEST_FILE = /\.test\.tsx?$/;
const STAMP = join(projectRoot, '.next', 'pipewright-build.json');

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    FOLDERS.filter((folder) => existsSync(join(projectRoot, folder))).map(async (folder) => {
      const entries = await readdir(join(projectRoot, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  const files = FILES.map((file) => join(projectRoot, file)).filter((file) => existsSync(file));
  return [...files, ...found.flat().filter((file) => !TEST_FILE.test(file))].sort();
}

/** A hash of all build inputs: of contents, because a checkout changes modification times. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const file of await sources()) hash.update(`\0${file}\0`).update(await readFile(file));
  return hash.digest('hex');
}

async function isFresh(current: string): Promise<boolean> {
  if (!existsSync(join(projectRoot, '.next', 'BUILD_ID'))) return false;
  const stamp = await readFile(STAMP, 'utf8').catch(() => '');
  return stamp.includes(current);
}

/** Builds the application unless the last build has the same sources. @throws Error when the build fails */
export async function ensureBuild(): Promise<void> {
  const current = await fingerprint();
  if (await isFresh(current)) return;
  console.log('Building Pipewright, because its sources have changed.');
  await build(current);
}

/** Builds the application, with the telemetry of Next disabled. @throws Error when the build fails */
export async function build(current?: string): Promise<void> {
  const stamp = current ?? (await fingerprint());
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const code = await runPackage('next/dist/bin/next', ['build'], { env });
  if (code !== 0) throw new Error(`The build failed: next build exited with ${code}. See its output above.`);
  await writeFile(STAMP, `${JSON.stringify({ sources: stamp })}\n`);
}
