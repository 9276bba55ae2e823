/**
 * Bundles a program of TypeScript sources into one file. A loader that compiles sources at import would stay in memory
 * while the program runs.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Within the project, so that Node resolves packages from there. */
const folder = join(root, 'node_modules', '.cache', 'pipewright');

/** Keeps the URLs of sources that refer to files beside them. */
const keepAddresses = {
  name: 'keep-addresses',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll('import.meta.url', address), loader: 'ts' };
    });
  },
};

async function bundle(entry) {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    write: false,
    metafile: true,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [keepAddresses],
    logLevel: 'error',
  });
  await stop();
  return { program: outputFiles[0].contents, inputs: Object.keys(metafile.inputs) };
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

async function write(path, content) {
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, content);
  await rename(`${path}.${process.pid}`, path);
}

/** Age from which no process still starts from a bundle, in ms. */
const OLD_MS = 24 * 3_600_000;

/** Deletes the old bundles of a program. @param at the folder of bundles */
export async function removeOld(name, at) {
  const names = (await readdir(at)).filter((one) => one.startsWith(`${name}-`) && one.endsWith('.mjs'));
  for (const path of names.map((one) => join(at, one))) {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > OLD_MS) await rm(path);
  }
}

/** Named by content, so that processes of different releases that start at the same time do not conflict. */
async function keep(name, program) {
  const path = join(folder, `${name}-${hashOf(program)}.mjs`);
  await write(path, program);
  // Another process may delete the same ones.
  await removeOld(name, folder).catch(() => undefined);
  return path;
}

/** In a read-only folder, sources are compiled at import instead. */
async function sources(entry) {
  const { register } = await import('tsx/esm/api');
  register();
  return join(root, entry);
}

/** Bundles a program and imports it. */
export async function importBundled(name, entry) {
  const { program } = await bundle(entry);
  await import(pathToFileURL(await keep(name, program).catch(() => sources(entry))).href);
}

async function sourcesHash(inputs) {
  const contents = await Promise.all(inputs.map((input) => readFile(join(root, input))));
  return hashOf(Buffer.concat(contents));
}

/** The bundle of an earlier start, if its sources are the same. */
async function keptBundle(record) {
  try {
    const { inputs, hash, path } = JSON.parse(await readFile(record, 'utf8'));
    return (await sourcesHash(inputs)) === hash && existsSync(path) ? path : undefined;
  } catch {
    // No earlier start, or one of its sources was deleted.
    return undefined;
  }
}

async function keepWithRecord(name, entry, record) {
  const { program, inputs } = await bundle(entry);
  const path = await keep(name, program);
  await write(record, JSON.stringify({ inputs, hash: await sourcesHash(inputs), path }));
  return path;
}

/**
 * As `importBundled`, for programs that are started often: the bundler, which takes as long as the program itself, runs only
 * after a change of the sources.
 */
export async function importKept(name, entry) {
  // Bundles contain absolute addresses, and checkouts may share a folder of packages.
  const record = join(folder, `${name}-${hashOf(root)}.json`);
  const kept = await keptBundle(record);
  const path = kept ?? (await keepWithRecord(name, entry, record).catch(() => sources(entry)));
  await import(pathToFileURL(path).href);
}
