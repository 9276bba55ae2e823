import { createHash } from 'node:crypto';
import { licenceOf } from './licences';
import { type LockedPackage, type Lockfile, resolveFrom } from './lockfile';

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** A package by its URL: https://github.com/package-url/purl-spec */
export function purlOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/**
 * One component for each package and version at any number of paths; required by the product if one of its paths is.
 */
function distinct(packages: readonly LockedPackage[]): LockedPackage[] {
  const found = new Map<string, LockedPackage>();
  for (const pack of packages) {
    const known = found.get(purlOf(pack));
    if (known === undefined) found.set(purlOf(pack), pack);
    else
      found.set(purlOf(pack), {
        ...known,
        dev: known.dev && pack.dev,
        optional: known.optional && pack.optional,
      });
  }
  return [...found.values()].sort((a, b) => (purlOf(a) < purlOf(b) ? -1 : 1));
}

function scopeOf({ dev, optional }: LockedPackage): string {
  if (dev) return 'excluded';
  return optional ? 'optional' : 'required';
}

function licencesOf(pack: LockedPackage): Json {
  const licence = licenceOf(pack);
  if (licence === undefined) return [];
  return [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }];
}

function hashesOf({ integrity }: LockedPackage): Json {
  return (integrity ?? '').split(' ').flatMap((text) => {
    const [, algorithm, content] = /^sha(1|256|384|512)-(.+)$/.exec(text) ?? [];
    if (algorithm === undefined || content === undefined) return [];
    return [{ alg: `SHA-${algorithm}`, content: Buffer.from(content, 'base64').toString('hex') }];
  });
}

function componentOf(pack: LockedPackage): Json {
  const [group, name] = pack.name.startsWith('@') ? pack.name.split('/') : [undefined, pack.name];
  return {
    type: 'library',
    'bom-ref': purlOf(pack),
    ...(group !== undefined && { group }),
    name: name ?? pack.name,
    version: pack.version,
    scope: scopeOf(pack),
    hashes: hashesOf(pack),
    licenses: licencesOf(pack),
    purl: purlOf(pack),
  };
}

/** The dependencies of each component, from all of its paths. */
function graphOf({ project, packages }: Lockfile): Json[] {
  const byPath = new Map(packages.map((pack) => [pack.path, pack]));
  const graph = new Map<string, Set<string>>();
  const add = (ref: string, path: string, names: readonly string[]) => {
    const targets = graph.get(ref) ?? new Set();
    for (const name of names) {
      const target = resolveFrom(byPath, path, name);
      if (target) targets.add(purlOf(target));
    }
    graph.set(ref, targets);
  };
  const direct = { ...project.dependencies, ...project.optionalDependencies, ...project.devDependencies };
  add(purlOf(project), '', Object.keys(direct));
  for (const pack of packages) {
    const { dependencies, optionalDependencies, peerDependencies } = pack;
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    add(purlOf(pack), pack.path, names);
  }
  return [...graph]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([ref, targets]) => ({ ref, dependsOn: [...targets].sort() }));
}

/** A serial number that depends only on the content. */
function serialOf(content: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

/** One line for each element, so that a change of one package changes few lines. */
function lines(values: readonly Json[]): string {
  return values.map((value) => `    ${JSON.stringify(value)}`).join(',\n');
}

/** The software bill of materials in CycloneDX 1.6. The same lock file gives the same text on every machine. */
export function sbomText(lockfile: Lockfile): string {
  const { project } = lockfile;
  const components = distinct(lockfile.packages).map(componentOf);
  const dependencies = graphOf(lockfile);
  const component = {
    type: 'application',
    'bom-ref': purlOf(project),
    name: project.name,
    version: project.version,
    purl: purlOf(project),
  };
  return `{
  "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
  "bomFormat": "CycloneDX",
  "specVersion": "1.6",
  "serialNumber": "${serialOf([component, components, dependencies])}",
  "version": 1,
  "metadata": ${JSON.stringify({ component })},
  "components": [
${lines(components)}
  ],
  "dependencies": [
${lines(dependencies)}
  ]
}
`;
}
