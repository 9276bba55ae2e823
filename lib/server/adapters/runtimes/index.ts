import { builtInRuntimes } from './built-in';
import { readRuntimes } from './configured';
import { isRuntimeInstalled } from './installed';
import type { Runtime } from './runtime';
import type { RuntimeSettings } from './settings';

/** The runtimes of this installation. */
export interface Runtimes {
  /** In order of preference: those of RUNTIMES_FILE, then the predefined ones. */
  readonly all: readonly Runtime[];
  isInstalled(runtime: Runtime): boolean;
  /** Inherited variables of every replica. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Opens the runtimes of this installation. @throws RuntimesFileError naming the first mistake of the file */
export async function openRuntimes({ root, runtimes }: RuntimeSettings): Promise<Runtimes> {
  const { file, environment } = runtimes;
  const builtIn = builtInRuntimes({ node: process.execPath, root });
  const names = builtIn.map(({ name }) => name);
  const configured = file === undefined ? [] : await readRuntimes(file, names);
  return {
    all: [...configured, ...builtIn],
    isInstalled: (runtime) => isRuntimeInstalled(runtime, { root, path: environment.PATH }),
    environment,
  };
}
