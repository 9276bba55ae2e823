/**
 * Adds the platform packages that npm left out of package-lock.json. npm forgets an optional package that the registry
 * at hand does not have, and then `npm ci` on another platform says "Missing … from lock file". Run it after changing
 * dependencies.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, projectRoot } from './run';

/** Keeps every key in its order. */
const untouched = z.record(z.string(), z.unknown());

const entrySchema = z.object({
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });

type Lock = z.infer<typeof lockSchema>;

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 's390x', 'riscv64', 'x64', 'wasm32'];

/** The C library by the end of a name like "binding-linux-arm-musleabihf"; npm writes it for Linux only. */
function libraryOf(parts: readonly string[]): 'musl' | 'glibc' | undefined {
  if (!parts.includes('linux')) return undefined;
  if (parts.some((part) => part.startsWith('musl'))) return 'musl';
  return parts.some((part) => part.startsWith('gnu')) ? 'glibc' : undefined;
}

/** What the lockfile says of a platform package; such packages have their platform in their names. */
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

/** Finds a dependency as Node.js would from a package: beside it, or in a folder further up. */
function isLocked(lock: Lock, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '' || !folder.includes('/node_modules/')) {
      return lock.packages[`node_modules/${name}`] !== undefined;
    }
  }
}

function missing(lock: Lock) {
  return Object.entries(lock.packages).flatMap(([from, { dev = false, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(lock, from, name))
      .flatMap(([name, version]) => {
        const entry = entryFor(name, version, dev);
        return entry ? [{ path: `node_modules/${name}`, entry }] : [];
      }),
  );
}

async function main(): Promise<void> {
  const path = join(projectRoot, 'package-lock.json');
  const whole = untouched.parse(JSON.parse(await readFile(path, 'utf8')));
  const added = missing(lockSchema.parse(whole));
  const { '': project, ...others } = untouched.parse(whole.packages);
  const all = [...Object.entries(others), ...added.map(({ path: key, entry }) => [key, entry] as const)];
  all.sort(([a], [b]) => a.localeCompare(b, 'en'));
  const packages = { '': project, ...Object.fromEntries(all) };
  await writeFile(path, `${JSON.stringify({ ...whole, packages }, null, 2)}\n`);
  console.log(`Added ${added.length} platform packages to package-lock.json.`);
}

await main().catch(fail);
