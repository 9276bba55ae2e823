import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const DOWNLOAD_LIMIT_MS = 10 * 60_000;

/** A package that is installed separately from package.json. */
export interface PackageRequest {
  /** Specification for npm, such as `name@1.2.3`. */
  readonly spec: string;
  /** Expected content, such as `sha512-…`. */
  readonly integrity: string;
  /** Target folder; it exists only when the installation is complete. */
  readonly folder: string;
}

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return `sha512-${hash.digest('base64')}`;
}

async function unpack({ spec, integrity }: PackageRequest, draft: string): Promise<void> {
  const target = ['--pack-destination', draft];
  await exec('npm', ['pack', spec, '--ignore-scripts', ...target], {
    cwd: draft,
    timeout: DOWNLOAD_LIMIT_MS,
  });
  const [archive] = await readdir(draft);
  if (archive === undefined) throw new Error(`npm pack ${spec} wrote no archive.`);
  const found = await integrityOf(join(draft, archive));
  if (found !== integrity) {
    throw new Error(`${spec} has the content ${found}, not the expected ${integrity}. It was not installed.`);
  }
  await exec('tar', ['-xzf', archive], { cwd: draft });
}

/**
 * Downloads a package, verifies its content and unpacks it. Install scripts are not executed.
 * @throws Error when it cannot be downloaded, or has another content
 */
export async function installSeparately(request: PackageRequest): Promise<void> {
  const { folder } = request;
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(join(dirname(folder), `${basename(folder)}.`));
  try {
    await unpack(request, draft);
    await rm(folder, { recursive: true, force: true });
    await rename(join(draft, 'package'), folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
