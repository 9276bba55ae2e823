/**
 * `npm run worker`: bundles the worker's sources into one file and runs it. A loader that translates sources at
 * import would stay in memory as long as the worker, and use as much memory as the worker itself.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Sources that refer to files beside them stay where those files are. */
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

async function bundleWorker() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['worker/main.ts'],
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [keepAddresses],
    logLevel: 'error',
  });
  await stop();
  return outputFiles[0].contents;
}

/** Named by its content, so that workers of different releases that start at the same time do not conflict. */
async function keep(program) {
  // Within the project, where Node resolves its packages.
  const folder = join(root, 'node_modules', '.cache', 'pipewright');
  const path = join(folder, `worker-${createHash('sha256').update(program).digest('hex').slice(0, 16)}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, program);
  await rename(`${path}.${process.pid}`, path);
  return path;
}

/** In a read-only folder, sources are translated at import instead. */
async function sources() {
  const { register } = await import('tsx/esm/api');
  register();
  return join(root, 'worker', 'main.ts');
}

const program = await bundleWorker();
await import(pathToFileURL(await keep(program).catch(sources)).href);
