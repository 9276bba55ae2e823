/** `npm run pipewright`: bundles the sources of the command into one file, unless they are unchanged, and runs it. */
import { importKept } from './bundle.mjs';

await importKept('pipewright', 'cli/index.ts');
