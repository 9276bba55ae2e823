import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { EMBEDDED, type Runtime } from './runtime';

/** Search paths for the programs of runtimes. */
export interface ProgramPlaces {
  /** The project folder. */
  readonly root: string;
  /** The PATH of replicas. */
  readonly path: string | undefined;
}

/**
 * Whether a runtime can be started on this machine. Not cached, because programs may be installed while the server is
 * running.
 */
export function isRuntimeInstalled(
  { name, command: [program = ''] }: Runtime,
  places: ProgramPlaces,
): boolean {
  if (name === EMBEDDED)
    return existsSync(
      /* turbopackIgnore: true */ join(places.root, 'node_modules', 'node-llama-cpp', 'package.json'),
    );
  if (isAbsolute(program)) return isProgram(program);
  const folders = (places.path ?? '').split(delimiter).filter(isAbsolute);
  return folders.some((folder) => isProgram(join(folder, program)));
}

function isProgram(path: string): boolean {
  try {
    // The path exists at run time only, so the build must not trace it.
    accessSync(/* turbopackIgnore: true */ path, constants.X_OK);
    return statSync(/* turbopackIgnore: true */ path).isFile();
  } catch {
    // Absent, or not executable by this user.
    return false;
  }
}
