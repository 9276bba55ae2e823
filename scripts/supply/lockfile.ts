import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { projectRoot } from '../run';

const names = z.record(z.string(), z.string()).default({});

const entrySchema = z.object({
  name: z.string().optional(),
  version: z.string(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().default(false),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});

const projectSchema = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: names,
  optionalDependencies: names,
  devDependencies: names,
});

const lockSchema = z.object({
  packages: z.record(z.string(), z.unknown()).transform(({ '': project, ...entries }) => ({
    project: projectSchema.parse(project),
    entries: z.record(z.string(), entrySchema).parse(entries),
  })),
});

/** A package in package-lock.json. */
export interface LockedPackage extends z.infer<typeof entrySchema> {
  readonly name: string;
  /** Its path, such as `node_modules/a/node_modules/b`. */
  readonly path: string;
}

/** The content of package-lock.json. */
export interface Lockfile {
  readonly project: z.infer<typeof projectSchema>;
  readonly packages: readonly LockedPackage[];
}

/** Reads the text of a lock file. @throws ZodError when it is not one of npm's version 3 */
export function parseLockfile(text: string): Lockfile {
  const { project, entries } = lockSchema.parse(JSON.parse(text)).packages;
  const packages = Object.entries(entries).map(([path, entry]) => ({
    ...entry,
    path,
    name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  }));
  return { project, packages };
}

/** Reads the project's package-lock.json. */
export function readLockfile(): Lockfile {
  return parseLockfile(readFileSync(`${projectRoot}/package-lock.json`, 'utf8'));
}

/** Finds the installed package that an import of `name` from the package at `from` reaches. */
export function resolveFrom(
  packages: ReadonlyMap<string, LockedPackage>,
  from: string,
  name: string,
): LockedPackage | undefined {
  for (let folder = from; folder !== ''; folder = parentOf(folder)) {
    const found = packages.get(`${folder}/node_modules/${name}`);
    if (found) return found;
  }
  return packages.get(`node_modules/${name}`);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));
}
