/** `npm run worker`: bundles the worker's sources into one file and runs it. */
import { importBundled } from './bundle.mjs';

await importBundled('worker', 'worker/main.ts');
