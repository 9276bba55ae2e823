/**
 * Checks imports against .dependency-cruiser.cjs, and proves with planted violations that every rule reports its
 * violation. `--check` and `--prove` do one of the two.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ALLOWED, HALVES, PLANTS, TARGETS } from './architecture-plants';
import { fail, projectRoot } from './run';

const ZONES = [
  'app',
  'cli',
  'client',
  'components',
  'drizzle',
  'engine',
  'lib',
  'worker',
  'instrumentation.ts',
];
const RULES = '.dependency-cruiser.cjs';
const SOURCE = /\.tsx?$/;
/**
 * A tool that cannot parse TypeScript finds no modules and reports no violations, so it must find nearly all files.
 */
const LEAST_SHARE = 0.9;

const cruiseResult = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const ruleSet = z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) });

type CruiseResult = z.infer<typeof cruiseResult>;

function rules(): z.infer<typeof ruleSet> {
  return ruleSet.parse(createRequire(import.meta.url)(join(projectRoot, RULES)));
}

async function cruise(folder: string): Promise<CruiseResult> {
  const program = join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const zones = ZONES.filter((zone) => existsSync(join(folder, zone)));
  const args = [program, '--config', RULES, '--output-type', 'json', ...zones];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    maxBuffer: 256 * 1024 * 1024,
  });
  return cruiseResult.parse(JSON.parse(stdout));
}

async function countSources(folder: string): Promise<number> {
  const zones = ZONES.filter((zone) => existsSync(join(folder, zone)) && !SOURCE.test(zone));
  const lists = await Promise.all(zones.map((zone) => readdir(join(folder, zone), { recursive: true })));
  return lists.flat().filter((name) => SOURCE.test(name)).length;
}

/** @throws Error listing every violation */
async function check(): Promise<void> {
  const { modules, summary } = await cruise(projectRoot);
  const comments = new Map(rules().forbidden.map(({ name, comment }) => [name, comment]));
  const lines = summary.violations.map(
    ({ from, to, rule }) => `  ${from} imports ${to}\n    ${rule.name}: ${comments.get(rule.name)}`,
  );
  if (lines.length > 0) throw new Error(`Imports that the architecture forbids:\n${lines.join('\n')}`);
  const seen = modules.filter(({ source }) => SOURCE.test(source) && !source.includes('node_modules')).length;
  const present = await countSources(projectRoot);
  if (seen < present * LEAST_SHARE) {
    throw new Error(
      `dependency-cruiser read only ${seen} of ${present} source files, so the check is incomplete. Check its configuration.`,
    );
  }
  console.log(`Architecture: ${seen} files follow ${comments.size} rules.`);
}

async function plant(folder: string): Promise<void> {
  const targets = TARGETS.map((file) => ({ file, code: 'export type Log = string;\n' }));
  for (const { file, code } of [...targets, ...HALVES, ...PLANTS, ...ALLOWED]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
  }
  for (const name of [RULES, 'tsconfig.json', 'package.json']) {
    await cp(join(projectRoot, name), join(folder, name));
  }
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
}

function judge({ summary: { violations } }: CruiseResult): string[] {
  const missed = PLANTS.filter(
    ({ rule, file }) => !violations.some(({ from, rule: broken }) => from === file && broken.name === rule),
  ).map(({ rule, file }) => `rule ${rule} does not catch ${file}`);
  const allowed = violations
    .filter(({ from }) => ALLOWED.some(({ file }) => file === from))
    .map(({ from, to, rule }) => `rule ${rule.name} forbids ${from} to import ${to}`);
  const unproven = rules()
    .forbidden.filter(({ name }) => !PLANTS.some(({ rule }) => rule === name))
    .map(({ name }) => `rule ${name} has no planted violation in scripts/architecture-plants.ts`);
  return [...missed, ...allowed, ...unproven];
}

/** @throws Error listing the rules that do not report their planted violation */
async function prove(): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pipewright-architecture-')));
  try {
    await plant(folder);
    const faults = judge(await cruise(folder));
    if (faults.length > 0)
      throw new Error(`Rules of the architecture that do not work:\n  ${faults.join('\n  ')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`Architecture: ${PLANTS.length} planted violations were caught.`);
}

async function main(): Promise<void> {
  const [only] = process.argv.slice(2);
  if (only !== '--check') await prove();
  if (only !== '--prove') await check();
}

await main().catch(fail);
