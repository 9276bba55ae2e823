/**
 * Completes package-lock.json after a change of dependencies. npm omits an optional package that the configured
 * registry does not have, and then `npm ci` on another platform reports "Missing … from lock file". Such packages
 * are added, with the content hash that the registry states.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { fail, projectRoot } from './run';
import { type LockedPackage, parseLockfile, resolveFrom } from './supply/lockfile';

/** Preserves the order of keys. */
const untouched = z.record(z.string(), z.unknown());

const published = z.object({ 'dist.integrity': z.string(), license: z.string().optional() });

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 's390x', 'riscv64', 'x64', 'wasm32'];

/** The C library in a package name such as "binding-linux-arm-musleabihf"; npm records it for Linux only. */
function libraryOf(parts: readonly string[]): 'musl' | 'glibc' | undefined {
  if (!parts.includes('linux')) return undefined;
  if (parts.some((part) => part.startsWith('musl'))) return 'musl';
  return parts.some((part) => part.startsWith('gnu')) ? 'glibc' : undefined;
}

/** Lockfile fields of a platform package, derived from its name. */
function entryFor(name: string, version: string, isDev: boolean) {
  const parts = name.split('/').at(-1)?.split('-') ?? [];
  const os = parts.find((part) => SYSTEMS.includes(part));
  const cpu = parts.find((part) => PROCESSORS.includes(part));
  if (!os || !cpu || !/^\d+\.\d+\.\d+/.test(version)) return undefined;
  const libc = libraryOf(parts);
  return {
    version,
    cpu: [cpu],
    ...(isDev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    os: [os],
  };
}

type Entry = Readonly<Record<string, unknown>>;

/** Platform packages that the lockfile refers to but does not contain. */
function missing(packages: readonly LockedPackage[]): [path: string, entry: Entry][] {
  const byPath = new Map(packages.map((pack) => [pack.path, pack]));
  return packages.flatMap(({ path, dev, optionalDependencies }) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => resolveFrom(byPath, path, name) === undefined)
      .flatMap(([name, version]): [string, Entry][] => {
        const entry = entryFor(name, version, dev);
        return entry ? [[`node_modules/${name}`, entry]] : [];
      }),
  );
}

/** Registry metadata of a version. @throws Error when the registry does not have it */
async function lookUp(spec: string): Promise<z.infer<typeof published>> {
  const args = ['view', spec, 'dist.integrity', 'license', '--json'];
  try {
    const { stdout } = await promisify(execFile)('npm', args);
    return published.parse(JSON.parse(stdout));
  } catch (cause) {
    throw new Error(
      `The registry has no content hash of ${spec}. Use a version that it has for every platform, or another registry.`,
      { cause },
    );
  }
}

/** The entry with its content hash, at the position where npm writes it. */
async function withIntegrity(path: string, entry: Entry): Promise<[path: string, entry: Entry]> {
  if (entry.integrity !== undefined) return [path, entry];
  const { version, ...rest } = entry;
  const name =
    typeof entry.name === 'string' ? entry.name : path.slice(path.lastIndexOf('node_modules/') + 13);
  const { 'dist.integrity': integrity, license } = await lookUp(`${name}@${version}`);
  return [path, { version, integrity, ...(license !== undefined && { license }), ...rest }];
}

async function main(): Promise<void> {
  const path = join(projectRoot, 'package-lock.json');
  const text = await readFile(path, 'utf8');
  const whole = untouched.parse(JSON.parse(text));
  const added = missing(parseLockfile(text).packages);
  const { '': project, ...others } = untouched.parse(whole.packages);
  const known = Object.entries(others).map(([key, entry]): [string, Entry] => [key, untouched.parse(entry)]);
  const all: [string, Entry][] = [];
  for (const [key, entry] of [...known, ...added]) all.push(await withIntegrity(key, entry));
  all.sort(([a], [b]) => a.localeCompare(b, 'en'));
  const packages = { '': project, ...Object.fromEntries(all) };
  await writeFile(path, `${JSON.stringify({ ...whole, packages }, null, 2)}\n`);
  console.log(`Added ${added.length} platform packages to package-lock.json.`);
}

await main().catch(fail);
