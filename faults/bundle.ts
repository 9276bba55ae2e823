import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = process.cwd();
const OUT = join(root, 'node_modules', '.cache', `pipewright-faults-${process.pid}`);

/** Programs under test, by name. */
const PROGRAMS = {
  /** The server without pages: opens the app, executes runs, and handles requests over its channel. */
  server: 'faults/entries/server.ts',
  /** The program of `npm run worker`. */
  worker: 'worker/main.ts',
} as const;
export type Program = keyof typeof PROGRAMS;

/** Paths of the bundled programs. */
export type Bundle = Readonly<Record<Program, string>>;

/**
 * Bundles each program under test into one file, without packages: it then starts in a third of a second,
 * which matters to a harness that kills hundreds of processes.
 */
export async function bundlePrograms(): Promise<Bundle> {
  const wanted = Object.entries(PROGRAMS).filter(([, path]) => existsSync(join(root, path)));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': root } },
    // Reads the environment of the process, not of this build: failpoints are off in production.
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
  const pathOf = (name: Program) => join(OUT, `${name}.mjs`);
  return { server: pathOf('server'), worker: pathOf('worker') };
}

/** The folder of the bundle, to be removed at the end. */
export const BUNDLE_FOLDER = OUT;
