import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseLockfile, readLockfile } from './lockfile';
import { sbomText } from './sbom';

/** The requirements of CycloneDX 1.6 for the parts that we write: https://cyclonedx.org/schema/bom-1.6.schema.json */
const purl = z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/);
const hash = z.discriminatedUnion('alg', [
  z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }),
  z.strictObject({ alg: z.literal('SHA-1'), content: z.string().regex(/^[0-9a-f]{40}$/) }),
]);
const licence = z.union([
  z.strictObject({ license: z.strictObject({ id: z.string().regex(/^[\w.-]+$/) }) }),
  z.strictObject({
    expression: z.string().regex(/^(?:[\w.-]+(?: (?:AND|OR) [\w.-]+)+|\([\w.-]+(?: (?:AND|OR) [\w.-]+)+\))$/),
  }),
]);
const component = z.strictObject({
  type: z.literal('library'),
  'bom-ref': purl,
  group: z.string().startsWith('@').optional(),
  name: z.string().min(1),
  version: z.string().min(1),
  scope: z.enum(['required', 'optional', 'excluded']),
  hashes: z.array(hash).min(1),
  licenses: z.array(licence).length(1),
  purl,
});
const sbom = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  version: z.literal(1),
  metadata: z.strictObject({
    component: z.strictObject({
      type: z.literal('application'),
      'bom-ref': purl,
      name: z.string(),
      version: z.string(),
      purl,
    }),
  }),
  components: z.array(component),
  dependencies: z.array(z.strictObject({ ref: purl, dependsOn: z.array(purl) })),
});

const read = (text: string) => sbom.parse(JSON.parse(text));
const kept = read(readFileSync('docs/sbom.cdx.json', 'utf8'));

test('the committed bill of materials is a CycloneDX 1.6 document', () => {
  const refs = [kept.metadata.component['bom-ref'], ...kept.components.map((each) => each['bom-ref'])];
  expect(new Set(refs).size).toBe(refs.length);
  expect(kept.dependencies.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
  expect(
    kept.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref)),
  ).toEqual([]);
});

test('it has every locked package', () => {
  const { packages } = readLockfile();
  const locked = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const named = kept.components.map(
    ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
  );
  expect(named.sort()).toEqual([...locked].sort());
});

test('every component of the product is reached from the product', () => {
  const graph = new Map(kept.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    graph.get(ref)?.forEach(visit);
  };
  visit(kept.metadata.component['bom-ref']);
  const needed = kept.components.filter(({ scope }) => scope !== 'excluded').map(({ purl: ref }) => ref);
  expect(needed.filter((ref) => !reached.has(ref))).toEqual([]);
});

function lockOf(entries: Readonly<Record<string, object>>) {
  const project = { name: 'product', version: '1.0.0', dependencies: { a: '1.0.0' } };
  return parseLockfile(JSON.stringify({ packages: { '': project, ...entries } }));
}

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const entry = { version: '1.0.0', license: 'MIT', integrity };

test('a dependency is the package that an import reaches, not another of its name', () => {
  const { dependencies } = read(
    sbomText(
      lockOf({
        'node_modules/a': { ...entry, dependencies: { b: '^2.0.0' } },
        'node_modules/a/node_modules/b': { ...entry, version: '2.0.0', dependencies: { c: '*' } },
        'node_modules/b': entry,
        'node_modules/c': entry,
      }),
    ),
  );
  const byRef = Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  expect(byRef['pkg:npm/a@1.0.0']).toEqual(['pkg:npm/b@2.0.0']);
  expect(byRef['pkg:npm/b@2.0.0']).toEqual(['pkg:npm/c@1.0.0']);
});

test('a package of both the product and a tool is required', () => {
  const { components } = read(
    sbomText(
      lockOf({
        'node_modules/a': { ...entry, dev: true },
        'node_modules/tool': { ...entry, dev: true },
        'node_modules/tool/node_modules/a': entry,
      }),
    ),
  );
  expect(components.map(({ name, scope }) => [name, scope])).toEqual([
    ['a', 'required'],
    ['tool', 'excluded'],
  ]);
});

test('its serial number depends only on the content', () => {
  const one = sbomText(lockOf({ 'node_modules/a': entry }));
  expect(sbomText(lockOf({ 'node_modules/a': entry }))).toBe(one);
  expect(read(sbomText(lockOf({ 'node_modules/a': { ...entry, version: '1.0.1' } }))).serialNumber).not.toBe(
    read(one).serialNumber,
  );
});
