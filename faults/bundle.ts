import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = process.cwd();
const OUT = join(root, 'node_modules', '.cache', `pipewright-faults-${process.pid}`);

/** Programs under test, by name. */
const PROGRAMS = {
  /** The server without pages: opens the app, carries out runs, and does what it is told over its channel. */
  server: 'faults/entries/server.ts',
  /** What `npm run worker` starts. */
  worker: 'worker/main.ts',
} as const;
export type Program = keyof typeof PROGRAMS;

/** Paths of the programs, each one file. */
export type Bundle = Readonly<Record<Program, string>>;

/**
 * Puts each program under test into one file: it then starts in a third of a second, of which a harness that kills
 * hundreds makes hundreds of good ones. Packages stay where they are.
 */
export async function bundlePrograms(): Promise<Bundle> {
  const wanted = Object.entries(PROGRAMS).filter(([, path]) => existsSync(join(root, path)));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': root } },
    // Failpoints are off in production: the environment is that of the process, not of this build.
    define: { 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
    build: {
      ssr: true,
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(wanted.map(([name, path]) => [name, join(root, path)])),
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  return { server: join(OUT, 'server.mjs'), worker: join(OUT, 'worker.mjs') };
}

/** Where the bundle is, to be removed at the end. */
export const BUNDLE_FOLDER = OUT;
