/** The process of a replica on the embedded runtime. The server starts it: docs/deployments-runtimes.md. */
import { importKept } from './bundle.mjs';

// Without it, node-llama-cpp downloads its sources when no binary is suitable.
process.env.NODE_LLAMA_CPP_SKIP_DOWNLOAD = 'true';

await importKept('embedded-runtime', 'lib/server/adapters/runtimes/embedded/main.ts');
