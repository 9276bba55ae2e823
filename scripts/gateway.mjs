/** `npm run gateway`: bundles the gateway's sources into one file and runs it. */
import { importBundled } from './bundle.mjs';

await importBundled('gateway', 'worker/gateway.ts');
