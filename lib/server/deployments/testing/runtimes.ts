import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Behaviours of the stand-in server. */
export const STAND_IN_MODES = [
  'good',
  'slow',
  'crash',
  'crash-after',
  'hang',
  'rubbish',
  'broken',
  'leak',
  'noisy',
  'children',
  'stubborn',
  'deaf',
  'misconfigured',
] as const;

/** Exit code of `misconfigured`. */
const FATAL_EXIT_CODE = 3;

/**
 * Writes a runtimes file with the stand-in server under the name of each mode. @param folder where a file `hang-<mode>`
 * makes it hang
 */
export async function writeRuntimes(folder: string): Promise<string> {
  const program = join(import.meta.dirname, 'stand-in-server.mjs');
  const runtimes = Object.fromEntries(
    STAND_IN_MODES.map((mode) => [
      mode,
      {
        cmd: [
          process.execPath,
          program,
          `--mode=${mode}`,
          '--host={{host}}',
          '--port={{port}}',
          '--model={{model_path}}',
          '--name={{name}}',
          `--hang-file=${join(folder, `hang-${mode}`)}`,
        ],
        formats: ['gguf'],
        ready_timeout_seconds: 15,
        fatal_exit_codes: mode === 'misconfigured' ? [FATAL_EXIT_CODE] : [],
      },
    ]),
  );
  const file = join(folder, 'runtimes.json');
  await writeFile(file, JSON.stringify({ runtimes }));
  return file;
}
