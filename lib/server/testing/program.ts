import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Arguments of Node.js that start a program of this project. @param url the URL of its source */
export function programArgs(url: URL): readonly string[] {
  return [`${ROOT}scripts/bundled.mjs`, relative(ROOT, fileURLToPath(url))];
}

/** Arguments of Node.js that start the command `pipewright`, as `npm run pipewright` does. */
export const COMMAND_ARGS: readonly string[] = [`${ROOT}scripts/pipewright.mjs`];
