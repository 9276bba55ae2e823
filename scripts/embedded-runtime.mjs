/** The process of a replica on the embedded runtime. The server starts it: docs/deployments-runtimes.md. */
import { importKept } from './bundle.mjs';

// node-llama-cpp would download its sources where no binary fits.
process.env.NODE_LLAMA_CPP_SKIP_DOWNLOAD = 'true';

await importKept('embedded-runtime', 'lib/server/adapters/runtimes/embedded/main.ts');
