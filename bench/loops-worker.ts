import { openApp } from '@/lib/server';
import { readConfig } from '@/lib/server/config';

/** A worker process for `loops.ts`: reports when it is ready, and ends on SIGTERM. */
const app = await openApp(readConfig({ ...process.env, PIPEWRIGHT_WORKER: 'on' }, process.cwd()));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.send?.('ready');
