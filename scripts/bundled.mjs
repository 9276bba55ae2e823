/**
 * Runs a program of this project that tests start: `node scripts/bundled.mjs PROGRAM [arguments]`. Its sources are bundled
 * into one file, which starts three times sooner, unless they are unchanged.
 */
import { importKept } from './bundle.mjs';

const [node, , program, ...args] = process.argv;
process.argv = [node, program, ...args];
await importKept(program.replaceAll('/', '-'), program);
