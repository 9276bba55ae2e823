import { licenceOf } from './licences';
import type { LockedPackage, Lockfile } from './lockfile';

const HEAD = `# Licences

Licences of the packages in \`package-lock.json\`, written by \`npm run sbom\`. Which ones are allowed:
[dependencies.md](dependencies.md#rules). The same with content hashes, as CycloneDX 1.6: [sbom.cdx.json](sbom.cdx.json).
`;

function byName(a: LockedPackage, b: LockedPackage): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.version < b.version ? -1 : Number(a.version > b.version);
}

/** \`name version, version\` for each package. */
function namesOf(packages: readonly LockedPackage[]): string {
  const versions = new Map<string, Set<string>>();
  for (const { name, version } of packages)
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  return [...versions].map(([name, all]) => `\`${name}\` ${[...all].join(', ')}`).join('; ');
}

function section(title: string, packages: readonly LockedPackage[]): string {
  const groups = new Map<string, LockedPackage[]>();
  for (const pack of packages) {
    const licence = licenceOf(pack) ?? 'unknown';
    groups.set(licence, [...(groups.get(licence) ?? []), pack]);
  }
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, members]) => `### ${licence}\n\n${namesOf(members)}\n`);
  return [`## ${title}\n`, ...rows].join('\n');
}

/** The licence list as Markdown. The same lock file gives the same text on every machine. */
export function licenceList({ packages }: Lockfile): string {
  const all = [...packages].sort(byName);
  const product = all.filter(({ dev }) => !dev);
  const tools = all.filter(({ dev }) => dev);
  return [HEAD, section('Needed to run Pipewright', product), section('Needed to develop it', tools)].join(
    '\n',
  );
}
