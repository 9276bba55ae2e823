import { builtInRuntimes } from './built-in';
import { readRuntimes } from './configured';
import { isRuntimeInstalled } from './installed';
import type { Runtime } from './runtime';
import type { RuntimeSettings } from './settings';

/** The runtimes of this installation. */
export interface Runtimes {
  /** Runtimes of RUNTIMES_FILE come first, so that an installation can prefer its own. */
  readonly all: readonly Runtime[];
  isInstalled(runtime: Runtime): boolean;
  /** Variables that every replica gets. */
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
